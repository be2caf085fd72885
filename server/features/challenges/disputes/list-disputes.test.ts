// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findAttemptDispute, insertDispute, recordRuling } from './dispute-store.ts';
import { readDisputes } from './list-disputes.ts';

const now = new Date('2026-06-15T12:00:00Z');
const db = openAttemptRows();

it('lists disputes even of players without a contact, marks overdue ones, and counts exactly', async () => {
  const [player, other] = await createTwoPlayers(db);
  const ids: string[] = [];
  for (const playerId of [player, other, other]) {
    const attemptId = await insertAttempt(db, playerId, { status: 'FAILED', reason: 'conditions-not-met' });
    const kept = { attemptId, playerId, words: 'Words', link: '', openedAt: now };
    // The last dispute is promised for a later time.
    const promisedBy = new Date(now.getTime() + (ids.length === 2 ? 1 : 0));
    const row = await db.transaction((tx) => insertDispute(tx, { ...kept, promisedBy }));
    expect(await findAttemptDispute(db, attemptId)).toEqual(row);
    ids.push(row?.id as string);
  }
  const [decided = '', overdue = '', early = ''] = ids;
  await db.transaction((tx) =>
    recordRuling(tx, decided, { outcome: 'upheld', answer: 'No', at: now, by: player }),
  );
  const statements: string[] = [];
  const heard: Database = Object.create(db, {
    one: {
      value: (statement: Parameters<Database['one']>[0]) => {
        statements.push(statement.text);
        return db.one(statement);
      },
    },
  });
  const people = { getContacts: async () => new Map([[other, { name: 'Ada', email: 'ada@x.test' }]]) };
  const query = { sort: 'promisedBy', order: 'asc', page: 1, pageSize: 9 } as const;
  const read = await readDisputes(query, {
    ...{ db: heard, clock: { now: () => now }, people: people as never },
  });
  const shown = read.list.map(({ _id, user, isOverdue }) => ({ _id, user, isOverdue }));
  const ada = { _id: other, name: 'Ada', email: 'ada@x.test' };
  expect(shown.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id))).toEqual([
    { _id: decided, user: { _id: player, name: '', email: '' }, isOverdue: false },
    { _id: overdue, user: ada, isOverdue: true },
    { _id: early, user: ada, isOverdue: false },
  ]);
  expect(read).toMatchObject({ total: 3, isEstimate: false, waiting: 2, overdue: 1 });
  // The planner's estimate per status is poor, so the query counts them.
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((text) => text.startsWith('explain'))).toEqual([]);
});

it('marks the total as an estimate when very many matching players have disputes', async () => {
  const people = {
    searchUserIds: async (_search: string, limit: number) =>
      Array.from({ length: limit }, () => randomUUID()),
    getContacts: async () => new Map(),
  };
  const search = async (disputants: number) => {
    const crowded: Database = Object.create(db, {
      rows: {
        value: (statement: Parameters<Database['rows']>[0]) =>
          statement.text.includes('select distinct player_id')
            ? Array.from({ length: disputants }, () => ({ playerId: randomUUID() }))
            : db.rows(statement),
      },
    });
    const query = { search: 'ada', sort: 'promisedBy', order: 'asc', page: 1, pageSize: 9 } as const;
    const deps = { db: crowded, clock: { now: () => now }, people: people as never };
    return (await readDisputes(query, deps)).isEstimate;
  };
  expect([await search(10_000), await search(10_001)]).toEqual([false, true]);
});
