// SPDX-License-Identifier: Apache-2.0

import { boardPeriods } from '../../../contract/leaderboards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DomainEvents } from '../../platform/jobs/outbox.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import * as store from './board-store.ts';
import { correctClosed } from './close-boards.ts';
import { getBoard, getEnd, getStart } from './rules.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const boardsAt = (at: Date) => boardPeriods.map((period) => getBoard(period, at));
const rangesAt = (at: Date) =>
  boardPeriods.map((period) => ({
    board: getBoard(period, at),
    from: getStart(period, at),
    until: getEnd(period, at),
  }));

/** Counts the XP of a finished attempt on the boards of its week, its season and all time. Idempotent. */
export async function recordPlayed(
  { attemptId, playerId, xp, at }: DomainEvents['challenge.finished'],
  { db, clock }: Deps,
): Promise<void> {
  const played = { attemptId, playerId, xp, at: new Date(at) };
  await db.transaction(async (tx) => {
    if (!(await store.insertPlayedXp(tx, played)) || xp === 0) return;
    await store.addToBoards(tx, boardsAt(played.at), played);
    await correctClosed(tx, played.at, clock.now());
    await publishToAll(tx, 'leaderboard', {});
  });
}

/**
 * For an attempt that a ruling decided as won: adds the XP not counted before to the boards of the time when the
 * attempt ended.
 */
export async function raisePlayed(
  { attemptId, playerId, xp, at }: DomainEvents['challenge.overturned'],
  { db, clock }: Deps,
): Promise<void> {
  const played = { attemptId, playerId, xp, at: new Date(at) };
  await db.transaction(async (tx) => {
    const more = await store.raisePlayedXp(tx, played);
    if (more === 0) return;
    await store.addToBoards(tx, boardsAt(played.at), { ...played, xp: more });
    await correctClosed(tx, played.at, clock.now());
    await publishToAll(tx, 'leaderboard', {});
  });
}

/** Takes the XP of a voided attempt off its boards, or prevents it from ever being counted. */
export async function revokePlayed(
  { attemptId, playerId }: DomainEvents['challenge.voided'],
  { db, clock }: Deps,
): Promise<void> {
  await db.transaction(async (tx) => {
    const counted = await store.takeBackPlayedXp(tx, { attemptId, playerId, at: clock.now() });
    if (!counted?.xp) return;
    await store.takeOffBoards(tx, rangesAt(counted.playedAt), playerId, counted.xp);
    await correctClosed(tx, counted.playedAt, clock.now());
    await publishToAll(tx, 'leaderboard', {});
  });
}
