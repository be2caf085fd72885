// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import type { FairPlayPorts, HoldPlayers } from '../../ports.ts';
import { markDue, postponeCheck, takeDue } from './fair-play-check-store.ts';
import { findRow, saveRow } from './fair-play-player-store.ts';
import { findSignals, isUnusual } from './rules.ts';

export const checkTask = 'check-fair-play';

/** How often a player who never stops playing is checked. */
const waitMs = 10 * 60_000;
/** Players per run; if more are due, another run follows immediately. */
const maxPerRun = 500;

export interface CheckDeps {
  db: Database;
  clock: Clock;
  holdPlayers: HoldPlayers;
  sources: FairPlayPorts;
}

/** Marks a player for a check, after an event that may have made them unusual. */
export async function willCheck({ playerId }: { playerId: string }, { db, clock }: CheckDeps): Promise<void> {
  await markDue(db, [playerId], new Date(clock.now().getTime() + waitMs));
}

/**
 * Recomputes the findings about changed players, a bounded number of them, each in a separate transaction: a killed run
 * has finished each player or not touched them. Several runs may work at the same time.
 */
export async function checkPlayers(deps: CheckDeps): Promise<void> {
  const { db } = deps;
  const failures: unknown[] = [];
  let isMore = true;
  for (let checked = 0; isMore && checked < maxPerRun; checked++) isMore = await checkNext(deps, failures);
  if (isMore) await db.transaction((tx) => enqueue(tx, checkTask, {}, { key: checkTask }));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/**
 * Checks the player who has waited longest. If that fails, adds the error to `failures` and postpones the player:
 * otherwise they would stay first and block all other checks.
 * @returns false if no player is due
 */
async function checkNext(deps: CheckDeps, failures: unknown[]): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  let playerId: string | undefined;
  try {
    await db.transaction(async (tx) => {
      playerId = await takeDue(tx, now);
      if (playerId) await checkPlayer(tx, playerId, deps);
    });
  } catch (error) {
    if (!playerId) throw error;
    failures.push(error);
    await postponeCheck(db, playerId, new Date(now.getTime() + waitMs));
  }
  return playerId !== undefined;
}

async function checkPlayer(
  tx: Tx,
  playerId: string,
  { clock, holdPlayers, sources }: CheckDeps,
): Promise<void> {
  // Writes nothing about a deleted account.
  if (!(await holdPlayers(tx, [playerId])).has(playerId)) return;
  const now = clock.now();
  const before = await findRow(tx, playerId);
  const record = await sources.playRecord(tx, playerId);
  const cards = await sources.sharedCards(tx, playerId);
  const accounts = await sources.sharedAccounts(tx, playerId);
  const networks = await sources.sharedNetworks(tx, playerId);
  const { excess, ...found } = findSignals({ record, cards, accounts, networks });
  const isOpen = isUnusual(found.score, before?.dismissedScore ?? null);
  const { finished, won, expected, winningsGC } = record;
  await saveRow(tx, {
    playerId,
    checkedAt: now,
    finished,
    won,
    expected,
    winningsGC,
    excess,
    ...found,
    openSince: isOpen ? (before?.openSince ?? now) : null,
  });
  await markDue(tx, newOthers(before?.signals ?? [], found.signals), now);
}

/** Players who newly share something with this player: the change concerns them too. */
function newOthers(before: readonly { others: string[] }[], now: readonly { others: string[] }[]): string[] {
  const known = new Set(before.flatMap(({ others }) => others));
  return [...new Set(now.flatMap(({ others }) => others))].filter((id) => !known.has(id));
}
