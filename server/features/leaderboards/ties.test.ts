// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer, createTwoPlayers } from '../../../tests/support/factories.ts';
import { getTop, rankPlayed } from './board-store.ts';
import { recordPlayed, revokePlayed } from './record-played.ts';
import { getBoard } from './rules.ts';

const db = openTestDatabase();

const clock = fakeClock(new Date('2026-11-18T12:00:00Z'));
const at = (minute: number) => new Date(clock.now().getTime() + minute * 60_000).toISOString();

async function play(playerId: string, minute: number, xp = 100): Promise<string> {
  const attemptId = randomUUID();
  await recordPlayed({ attemptId, playerId, xp, at: at(minute) } as never, { db, clock });
  return attemptId;
}
const undo = (playerId: string, attemptId: string) =>
  revokePlayed({ attemptId, playerId } as never, { db, clock });

it('keeps the player who got there first ahead after a later attempt was voided', async () => {
  const [first, second] = await createTwoPlayers(db);
  await play(first, 1);
  await play(second, 2);
  const later = await play(first, 3);
  await undo(first, later);
  for (const period of ['week', 'season', 'all'] as const) {
    const top = await getTop(db, getBoard(period, clock.now()), 10);
    expect(top.map(({ playerId, xp }) => [playerId, xp])).toEqual([
      [first, 100],
      [second, 100],
    ]);
    expect(top[0]?.reachedAt.toISOString()).toBe(at(1));
  }
  const ranked = await rankPlayed(db, new Date(at(0)), new Date(at(60)), 10);
  expect(ranked.map(({ playerId }) => playerId)).toEqual([first, second]);
  // The player who was ahead plays again; from then on, the time of their second match decides the tie.
  await play(second, 4);
  await play(first, 5);
  const again = await getTop(db, 'all', 10);
  expect(again.map(({ playerId }) => playerId)).toEqual([second, first]);
});

it('matches the played attempts after concurrent counting and voiding', async () => {
  const { id } = await createPlayer(db);
  const kept = await Promise.all(Array.from({ length: 8 }, (_, minute) => play(id, minute)));
  const undone = kept.filter((_, minute) => minute % 2 === 1);
  await Promise.all([
    ...undone.map((attemptId) => undo(id, attemptId)),
    ...[20, 21, 22].map((minute) => play(id, minute)),
  ]);
  const mine = (await getTop(db, 'all', 10)).find(({ playerId }) => playerId === id);
  expect(mine).toEqual({ playerId: id, xp: 700, reachedAt: new Date(at(22)) });
});
