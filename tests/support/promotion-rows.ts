// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Trigger } from '../../contract/triggers.ts';
import type { Database } from '../../server/platform/db/database.ts';

export interface PromotionParts {
  triggers?: Trigger[];
  amount?: number;
  multiplier?: number;
  currency?: 'GC' | 'XP';
  userCap?: number;
  dailyCap?: number;
  budget?: number;
  autoRun?: boolean;
  startsAt?: string;
  endsAt?: string;
}

/** Writes a promotion of June 2026, behind the back of the dashboard, which would see to its terms. */
export async function insertPromotion(db: Database, parts: PromotionParts = {}): Promise<string> {
  const { triggers = ['COMPLETE_CHALLENGE'], amount = 10, multiplier = 1, currency = 'GC' } = parts;
  const { startsAt = '2026-06-01', endsAt = '2026-07-01', budget = null, autoRun = true } = parts;
  const row = await db.row<{ id: string }>(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_currency, reward_amount, multiplier,
      user_cap, daily_cap, budget, auto_run)
    values ('Test event', 'TEST', ${triggers}, ${new Date(startsAt)}, ${new Date(endsAt)}, ${currency}, ${amount},
      ${multiplier}, ${parts.userCap ?? 0}, ${parts.dailyCap ?? 0}, ${budget}, ${autoRun})
    returning id`);
  return row?.id ?? '';
}
