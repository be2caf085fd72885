// SPDX-License-Identifier: Apache-2.0

import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { plural } from '../../../lib/format.ts';
import { budgetWords } from './promotion-words.ts';

/** How much a promotion has spent, in words, and as a bar if it has a budget. */
export function BudgetMeter({ event: promotion }: { event: AdminPromotion }) {
  const { budget } = promotion.eventConfig;
  const given = promotion.rewardsPaid + promotion.rewardsCollected;
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="num flex flex-wrap justify-between gap-x-4">
        <span>
          <span className="text-muted">Budget spent </span>
          {budgetWords(promotion)}
        </span>
        <span className="text-muted">{plural(given, 'reward')}</span>
      </p>
      {budget !== null && (
        <span aria-hidden="true" className="block h-1.5 bg-ink-3">
          <span
            className="block h-full bg-storm"
            style={{ width: `${budget > 0 ? Math.min(100, (promotion.budgetSpent / budget) * 100) : 100}%` }}
          />
        </span>
      )}
    </div>
  );
}
