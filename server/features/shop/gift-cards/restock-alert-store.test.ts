// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { insertAlert, listAwaitedCards } from './restock-alert-store.ts';

const db = openTestDatabase();

it('lists awaited cards in one fixed order, not that of the file', async () => {
  const [one = '', other = ''] = [randomUUID(), randomUUID()].sort();
  const { id: playerId } = await createPlayer(db);
  for (const giftCardId of [other, one]) {
    await db.transaction((tx) => insertAlert(tx, { playerId, giftCardId }, new Date()));
  }
  expect(await listAwaitedCards(db, [other, one, randomUUID()])).toEqual([one, other]);
});
