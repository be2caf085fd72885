// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { PlayerPromotion } from '../../../contract/promotions.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Amount, Xp } from '../../ui/coins.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Trophy } from '../../ui/icons/trophy.ts';
import { type Count, getCounts, isByRank, type Phase } from './promotion-rules.ts';

/** The player's progress in a promotion: number and sum of rewards next to the caps, or the player's place. */
export function PromotionStanding({
  event: promotion,
  phase,
  onBoard,
}: {
  event: PlayerPromotion;
  phase: Phase;
  onBoard: () => void;
}) {
  if (phase === 'upcoming') return null;
  return (
    <div className="mt-auto grid gap-3 border-line-soft border-t pt-4">
      {isByRank(promotion) ? (
        <Place event={promotion} isOver={phase === 'finished'} onBoard={onBoard} />
      ) : (
        <Rewards event={promotion} isOver={phase === 'finished'} />
      )}
    </div>
  );
}

function Rewards({ event: promotion, isOver }: { event: PlayerPromotion; isOver: boolean }) {
  const { mine, eventConfig } = promotion;
  const counts = isOver
    ? getCounts(promotion).filter(({ label }) => label !== 'Today')
    : getCounts(promotion);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:flex sm:flex-wrap sm:gap-x-9">
      {counts.map((count) => (
        <Counted key={count.label} {...count} />
      ))}
      <Fact label="Earned">
        <Amount currency={eventConfig.rewardType} amount={mine.earned} size={16} counts />
      </Fact>
      {mine.toBeSent > 0 && (
        <Fact label="To be sent">
          <Amount currency={eventConfig.rewardType} amount={mine.toBeSent} size={16} />
        </Fact>
      )}
    </dl>
  );
}

function Counted({ label, count, cap }: Count) {
  const isFull = cap > 0 && count >= cap;
  return (
    <Fact label={label}>
      <span className="num inline-flex items-center gap-1.5">
        {cap > 0 ? `${formatAmount(count)} of ${formatAmount(cap)}` : formatAmount(count)}
        {isFull && (
          <>
            <Check size={15} strokeWidth={3} className="text-win" aria-hidden="true" />
            <span className="sr-only">, all of them</span>
          </>
        )}
      </span>
      {cap > 0 && (
        <span aria-hidden="true" className="mt-1.5 block h-1 w-24 bg-ink-3">
          <span
            className={isFull ? 'block h-full bg-win' : 'block h-full bg-storm'}
            style={{ width: `${Math.min(1, count / cap) * 100}%` }}
          />
        </span>
      )}
    </Fact>
  );
}

function Place({
  event: promotion,
  isOver,
  onBoard,
}: {
  event: PlayerPromotion;
  isOver: boolean;
  onBoard: () => void;
}) {
  const { rank, xp, earned } = promotion.mine;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <dl className="flex flex-wrap gap-x-9 gap-y-3 text-sm">
        <Fact label="Your place">
          <span className="num">{rank ? `#${formatAmount(rank)}` : 'Not on the board'}</span>
        </Fact>
        {xp > 0 && (
          <Fact label="Your XP">
            <Xp amount={xp} size={16} counts />
          </Fact>
        )}
        {earned > 0 && (
          <Fact label="Earned">
            <Amount currency={promotion.eventConfig.rewardType} amount={earned} size={16} />
          </Fact>
        )}
      </dl>
      <Button size="sm" icon={<Trophy size={16} aria-hidden="true" />} onClick={onBoard}>
        {isOver ? 'Results' : 'Board'}
        <span className="sr-only"> of {promotion.title}</span>
      </Button>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="mt-0.5 text-base">{children}</dd>
    </div>
  );
}
