// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { GiveawayInput } from '../../../contract/giveaways-admin.ts';
import type { Tx } from '../../platform/db/database.ts';
import { commitTo } from './edit-giveaway.ts';
import { insertGiveaway } from './giveaway-store.ts';

const hourMs = 3_600_000;

/** One running, one in the future, and one that has ended, which the worker draws as soon as it finds it. */
function demoGiveaways(now: Date): GiveawayInput[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  const giveaway = { prizeType: 'GC', isActive: true } as const;
  return [
    {
      ...giveaway,
      title: 'Friday drop',
      prizeAmount: 1_000,
      winnerCount: 3,
      startDate: inHours(-6),
      endDate: inHours(72),
    },
    {
      ...giveaway,
      title: 'Season finale',
      prizeAmount: 5_000,
      winnerCount: 1,
      startDate: inHours(24 * 7),
      endDate: inHours(24 * 14),
    },
    {
      ...giveaway,
      title: 'Opening night',
      prizeType: 'XP',
      prizeAmount: 250,
      winnerCount: 5,
      startDate: inHours(-24 * 30),
      endDate: inHours(-24 * 28),
    },
  ];
}

/** Demo giveaways, for a database without any. */
export async function seedGiveaways(tx: Tx, now: Date): Promise<void> {
  if (await tx.row(sql`select from giveaways limit 1`)) return;
  for (const giveaway of demoGiveaways(now)) {
    const id = randomUUID();
    await insertGiveaway(tx, id, giveaway, await commitTo(id, giveaway));
  }
}
