// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertAttempt } from '../../../../tests/support/attempt-rows.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { readAllAttempts } from './list-all-attempts.ts';

const db = openTestDatabase();

it('marks the total as an estimate when the player search reaches its limit', async () => {
  const { id } = await createPlayer(db);
  await insertAttempt(db, id);
  const search = async (count: number) => {
    const asked: unknown[] = [];
    const others = Array.from({ length: count - 1 }, () => randomUUID());
    const people = {
      searchUserIds: async (...call: unknown[]) => {
        asked.push(call);
        return [id, ...others];
      },
      getContacts: async () => new Map(),
    };
    const query = { search: 'ada', order: 'desc', page: 1, pageSize: 10 } as const;
    const { list, total, isEstimate } = await readAllAttempts(query, { db, people: people as never });
    expect(asked).toEqual([['ada', 1000]]);
    // The player's contact is unknown.
    expect(list.map(({ user }) => user)).toEqual([{ _id: id, name: '', email: '' }]);
    return { total, isEstimate };
  };
  expect(await search(999)).toEqual({ total: 1, isEstimate: false });
  expect(await search(1000)).toEqual({ total: 1, isEstimate: true });
});
