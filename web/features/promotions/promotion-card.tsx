// SPDX-License-Identifier: Apache-2.0

import type { PlayerPromotion } from '../../../contract/promotions.ts';
import { formatDate, formatTimeLeft } from '../../lib/format.ts';
import { Amount } from '../../ui/coins.tsx';
import { NextMoment } from '../../ui/next-moment.tsx';
import { PhasedCard } from '../../ui/phased.tsx';
import { Badge } from '../../ui/status.tsx';
import { PromotionPlaces } from './promotion-places.tsx';
import { describeRules, isByRank, multiplied, type Phase } from './promotion-rules.ts';
import { PromotionStanding } from './promotion-standing.tsx';

/** One event: its reward, what to do, when it ends, and the player's progress. */
export function PromotionCard({
  event: promotion,
  phase,
  now,
  onBoard,
}: {
  event: PlayerPromotion;
  phase: Phase;
  now: number;
  onBoard: () => void;
}) {
  return (
    <PhasedCard
      title={promotion.title}
      isOpen={phase === 'active'}
      badge={promotion.type.replaceAll('_', ' ')}
      moment={<PromotionTime event={promotion} phase={phase} now={now} />}
      description={promotion.description}
    >
      {isByRank(promotion) ? <PromotionPlaces event={promotion} /> : <Reward event={promotion} />}
      {phase !== 'finished' && (
        <ul className="grid list-disc gap-1 pl-4.5 text-soft text-sm marker:text-faint">
          {describeRules(promotion).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
      <PromotionStanding event={promotion} phase={phase} onBoard={onBoard} />
    </PhasedCard>
  );
}

function PromotionTime({
  event: { startDate, endDate },
  phase,
  now,
}: {
  event: PlayerPromotion;
  phase: Phase;
  now: number;
}) {
  const date = phase === 'upcoming' ? startDate : endDate;
  const words = {
    upcoming: `Starts in ${formatTimeLeft(startDate, now)}`,
    active: `Ends in ${formatTimeLeft(endDate, now)}`,
    finished: `Ended ${formatDate(endDate)}`,
  };
  return <NextMoment date={date} words={words[phase]} isToCome={phase !== 'finished'} />;
}

function Reward({ event: promotion }: { event: PlayerPromotion }) {
  const factors = multiplied(promotion);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Amount
        currency={promotion.eventConfig.rewardType}
        amount={promotion.reward}
        size={26}
        className="text-[1.75rem] leading-9"
      />
      <span className="text-muted text-sm">{promotion.eventConfig.userCap === 1 ? 'once' : 'each time'}</span>
      {factors && <Badge tone="gold">{factors}</Badge>}
    </p>
  );
}
