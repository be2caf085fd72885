// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createPlayer, createTwoPlayers } from '../../../../tests/support/factories.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import {
  countWaiting,
  type DisputesQuery,
  findDispute,
  forgetDisputes,
  getPlayerDisputes,
  insertDispute,
  listDisputants,
  listDisputes,
  lockDispute,
  recordRuling,
} from './dispute-store.ts';

const now = new Date('2026-06-15T12:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const db = openAttemptRows();
let player: string;
let other: string;
let admin: string;
beforeEach(async () => {
  [player, other] = await createTwoPlayers(db);
  admin = (await createPlayer(db)).id;
});

/** Opens a dispute. @param openedAt minutes from now @param promised minutes from now until the promised answer */
async function open(playerId: string, openedAt: number, promisedBy: number): Promise<string> {
  const attemptId = await insertAttempt(db, playerId, { status: 'FAILED', reason: 'conditions-not-met' });
  const row = await db.transaction((tx) =>
    insertDispute(tx, {
      attemptId,
      playerId,
      words: 'Words',
      link: 'https://example.org',
      openedAt: at(openedAt),
      promisedBy: at(promisedBy),
    }),
  );
  return row?.id as string;
}
const rule = (id: string, outcome: 'upheld' | 'won') =>
  db.transaction((tx) => recordRuling(tx, id, { outcome, answer: 'Answer', at: now, by: admin }));

it('a dispute is overdue from its promised time on, and its player is listed once', async () => {
  const [late, due, early] = [
    await open(player, -9, -1),
    await open(player, -8, 0),
    await open(other, -7, 1),
  ];
  const decided = await open(other, -6, -5);
  await rule(decided, 'won');
  expect(await countWaiting(db, now)).toEqual({ waiting: 3, overdue: 2 });
  const list = async (query: Partial<DisputesQuery>) => {
    const whole = { sort: 'promisedBy', order: 'asc', page: 1, pageSize: 9, ...query } as const;
    const { rows, total } = await listDisputes(db, whole, { playerIds: undefined, now });
    expect(total).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  expect(await list({ status: 'waiting' })).toEqual([late, due, early]);
  expect(await list({ status: 'overdue' })).toEqual([late, due]);
  expect(await list({ status: 'won' })).toEqual([decided]);
  expect(await list({ order: 'desc' })).toEqual([early, due, late, decided]);
  expect(await list({ sort: 'openedAt', order: 'desc' })).toEqual([decided, early, due, late]);
  expect((await listDisputants(db, 'waiting', now, 9)).sort()).toEqual([player, other].sort());
  expect(await listDisputants(db, 'overdue', now, 9)).toEqual([player]);
});

it('a dispute is locked by one administrator at a time', async () => {
  const id = await open(player, -9, 1);
  const free = () => db.rows(sql`select from disputes where id = ${id} for update skip locked`);
  await db.transaction(async (tx) => {
    expect(await outsideTransaction(free)).toHaveLength(1);
    expect(await lockDispute(tx, id)).toMatchObject({ id, outcome: null });
    expect(await outsideTransaction(free)).toEqual([]);
  });
});

it('deleting a player deletes an open dispute, and only the text of a decided one', async () => {
  const [waiting, decided] = [await open(player, -9, 1), await open(player, -8, 1)];
  const others = [await open(other, -9, 1), await open(other, -8, 1)] as const;
  await rule(decided, 'upheld');
  await rule(others[1], 'upheld');
  const before = await getPlayerDisputes(db, other);
  expect(before.map(({ id, words }) => [id, words])).toEqual(others.map((id) => [id, 'Words']));
  await db.transaction((tx) => forgetDisputes(tx, player));
  expect(await findDispute(db, waiting)).toBeUndefined();
  expect(await getPlayerDisputes(db, player)).toMatchObject([
    { id: decided, words: '', link: '', answer: '', outcome: 'upheld', decidedAt: now },
  ]);
  expect(await getPlayerDisputes(db, other)).toEqual(before);
});
