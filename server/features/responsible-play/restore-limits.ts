// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../platform/db/database.ts';
import type { JournalEntries } from '../../platform/journal/entries.ts';
import type { Restored } from '../../ports.ts';
import { isLooser, settleLimit } from './rules.ts';
import { listLimitsBeside, writeLimit } from './spending-limit-store.ts';

/**
 * After a restore, sets limits again that are tighter in the journal than here, and the looser ones that wait.
 * @returns the players
 */
export async function restoreLimits(
  tx: Tx,
  noted: readonly JournalEntries['limit'][],
  { at, hasAccount }: Restored,
): Promise<string[]> {
  const rows = noted.map(({ playerId, spends, period, amount, nextAmount, nextAt }) => {
    const next = { nextAmount, nextAt: nextAt === null ? null : new Date(nextAt) };
    return { playerId, kind: spends, period, amount, ...next };
  });
  const tightened = new Set<string>();
  for (const { place, here } of await listLimitsBeside(tx, rows, hasAccount)) {
    const row = rows[place];
    if (!row || !isLooser(settleLimit(here, at).amount, settleLimit(row, at).amount)) continue;
    const { playerId, ...limit } = row;
    await writeLimit(tx, playerId, limit);
    tightened.add(playerId);
  }
  return [...tightened];
}
