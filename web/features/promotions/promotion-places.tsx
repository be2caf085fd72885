// SPDX-License-Identifier: Apache-2.0

import { useId, useState } from 'react';
import type { PlayerPromotion } from '../../../contract/promotions.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Amount } from '../../ui/coins.tsx';

const shownAtFirst = 3;

/** The rewards by place: the first three, and all on request (product specification, section 4.5). */
export function PromotionPlaces({
  event: promotion,
}: {
  event: Pick<PlayerPromotion, 'leaderboardRewards' | 'eventConfig'>;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useId();
  const { leaderboardRewards: rewards, eventConfig } = promotion;
  const shown = showsAll ? rewards : rewards.slice(0, shownAtFirst);
  return (
    <div className="grid gap-2.5">
      <ol id={list} className="grid grid-cols-3 gap-2">
        {shown.map((amount, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its index.
            key={place}
            className="grid gap-1 border border-line bg-ink-2 px-3 py-2.5"
          >
            <span className="text-muted text-xs">
              <span className="sr-only">Place </span>
              <span aria-hidden="true">#</span>
              {place + 1}
            </span>
            <Amount
              currency={eventConfig.rewardType}
              amount={amount}
              size={18}
              className="text-base sm:text-lg"
            />
          </li>
        ))}
      </ol>
      {rewards.length > shownAtFirst && (
        <Button
          size="sm"
          className="justify-self-start"
          aria-expanded={showsAll}
          aria-controls={list}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show the first 3' : `Show all ${formatAmount(rewards.length)} places`}
        </Button>
      )}
    </div>
  );
}
