// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';
import type { FigureSource } from '../../ports.ts';
import { countReferrals } from './referral-store.ts';

async function getNthAt(db: Queryable, referrerId: string, n: number): Promise<Date | undefined> {
  const row = await db.row<{ qualifiedAt: Date }>(sql`
    select qualified_at from referrals where referrer_id = ${referrerId} and status = 'qualified'
    order by qualified_at, invitee_id limit 1 offset ${n - 1}`);
  return row?.qualifiedAt;
}

/** Invited players whose referral counts. */
export const referralFigures: FigureSource<'referrals'> = {
  getFigures: async (db, playerId) => ({ referrals: (await countReferrals(db, playerId)).qualified }),
  async findReachedAt(db, playerId, goals) {
    const times = [];
    for (const { goal } of goals) times.push(await getNthAt(db, playerId, goal));
    return times;
  },
};
