// SPDX-License-Identifier: Apache-2.0

import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { HasAccount } from '../../ports.ts';
import type { NotedLimit } from './journal-entries.ts';
import { isLooser, settleLimit } from './rules.ts';
import { type LimitRow, listLimitsBeside, writeLimit } from './spending-limit-store.ts';

interface Restored {
  now: Date;
  hasAccount: HasAccount;
}

/** The noted limits that are tighter than those here. */
async function listLooser(
  db: Queryable,
  noted: readonly NotedLimit[],
  { now, hasAccount }: Restored,
): Promise<(LimitRow & { playerId: string })[]> {
  const rows = noted.map(({ playerId, spends, period, amount, nextAmount, nextAt }) => {
    return {
      playerId,
      kind: spends,
      period,
      amount,
      nextAmount,
      nextAt: nextAt === null ? null : new Date(nextAt),
    };
  });
  const beside = await listLimitsBeside(db, rows, hasAccount);
  return beside.flatMap(({ place, here }) => {
    const row = rows[place];
    const isTighter = row && isLooser(settleLimit(here, now).amount, settleLimit(row, now).amount);
    return isTighter ? [row] : [];
  });
}

/** Whether somebody may spend more here than they had allowed themselves, as after a restore. */
export async function isLimitLacking(
  db: Queryable,
  noted: readonly NotedLimit[],
  restored: Restored,
): Promise<boolean> {
  return (await listLooser(db, noted, restored)).length > 0;
}

/** Sets the tighter limits again, with the looser ones that wait. @returns whose */
export async function tightenAgain(
  tx: Tx,
  noted: readonly NotedLimit[],
  restored: Restored,
): Promise<string[]> {
  const looser = await listLooser(tx, noted, restored);
  for (const { playerId, ...limit } of looser) await writeLimit(tx, playerId, limit);
  return [...new Set(looser.map(({ playerId }) => playerId))];
}
