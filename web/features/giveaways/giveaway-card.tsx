// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import type { Giveaway } from '../../../contract/giveaways.ts';
import { formatDate, plural, pluralForm } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Amount } from '../../ui/coins.tsx';
import { useCountUp } from '../../ui/count-up.ts';
import { ShieldCheck } from '../../ui/icons/shield-check.ts';
import { Users } from '../../ui/icons/users.ts';
import { NextMoment } from '../../ui/next-moment.tsx';
import { PhasedCard } from '../../ui/phased.tsx';
import { EnterGiveaway } from './enter-giveaway.tsx';
import { getWinners, phaseAt, timeWords, winnersWords } from './giveaway-words.ts';

/** One giveaway: prize, number of entries, and the button to enter; after the draw, a link to verify it. */
export function GiveawayCard({ giveaway, now }: { giveaway: Giveaway; now: number }) {
  const phase = phaseAt(giveaway, now);
  const isDrawn = phase === 'finished';
  return (
    <PhasedCard
      title={giveaway.title}
      isOpen={phase === 'active'}
      badge={isDrawn ? winnersWords(getWinners(giveaway)) : winnersWords(giveaway.winnerCount)}
      moment={
        <NextMoment
          date={phase === 'upcoming' ? giveaway.startDate : giveaway.endDate}
          words={isDrawn ? `Drawn ${formatDate(giveaway.endDate)}` : timeWords(giveaway, phase, now)}
          isToCome={phase === 'upcoming' || phase === 'active'}
        />
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Amount
          currency={giveaway.prizeType}
          amount={giveaway.prizeAmount}
          size={26}
          className="text-[1.75rem] leading-9"
        />
        <span className="text-muted text-sm">
          {pluralForm(giveaway.winnerCount, 'for the winner', 'for each winner')}
        </span>
      </p>
      <Participants count={giveaway.participants} />
      <div className="mt-auto grid gap-3 pt-1">
        {isDrawn ? (
          <Outcome giveaway={giveaway} />
        ) : (
          <>
            <EnterGiveaway giveaway={giveaway} phase={phase} />
            <HowItIsDrawn giveaway={giveaway} />
          </>
        )}
      </div>
    </PhasedCard>
  );
}

/** The number of participants, counting up when it grows. */
export function Participants({ count }: { count: number }) {
  const shown = useCountUp(count);
  return (
    <p className="num flex items-center gap-2 text-soft text-sm">
      <Users size={16} className="text-muted" aria-hidden="true" />
      {plural(shown, 'participant')}
    </p>
  );
}

function Outcome({
  giveaway: { _id, title, myEntry, hasWon, prizeType, prizeAmount },
}: {
  giveaway: Giveaway;
}) {
  return (
    <>
      {hasWon ? (
        <p className="flex flex-wrap items-center gap-2 font-semibold text-win">
          You won <Amount currency={prizeType} amount={prizeAmount} size={16} />
        </p>
      ) : (
        <p className="text-muted text-sm">
          {myEntry ? 'Your entry didn’t win this time.' : 'You didn’t enter this one.'}
        </p>
      )}
      <ButtonLink to={`/giveaways/${_id}`} full icon={<ShieldCheck size={18} aria-hidden="true" />}>
        Check the draw
        <span className="sr-only"> of {title}</span>
      </ButtonLink>
    </>
  );
}

/** A link to the giveaway's page, before the draw. */
function HowItIsDrawn({ giveaway: { _id, title } }: { giveaway: Giveaway }) {
  return (
    <Link
      to={`/giveaways/${_id}`}
      className="inline-flex min-h-8 items-center justify-self-center text-soft text-sm underline underline-offset-4 hover:text-text"
    >
      How it is drawn
      <span className="sr-only">{` – ${title}`}</span>
    </Link>
  );
}
