// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { outsideTransaction } from '../../server/platform/db/second-connection.ts';
import type { AdminTest, Person } from './admin.ts';
import { waitUntilSomeoneWaits } from './meanwhile.ts';

/**
 * Checks that whoever acts on a player first waits for that player's lock, and holds no other account meanwhile.
 * Otherwise two people acting on each other at the same moment would deadlock.
 * @param people `of`, the player acted on, has the lower id: accounts are locked in that order
 */
export async function expectOneOrder(
  { db }: Pick<AdminTest, 'db'>,
  { by, of }: Record<'by' | 'of', Pick<Person, 'id'>>,
  act: () => Promise<{ statusCode: number }>,
): Promise<void> {
  let acting: ReturnType<typeof act> | undefined;
  await db.transaction(async (tx) => {
    await tx.run(sql`select from players where id = ${of.id} for no key update`);
    let isDone = false;
    acting = outsideTransaction(act).finally(() => {
      isDone = true;
    });
    await waitUntilSomeoneWaits(db, () => isDone);
    expect(isDone).toBe(false);
    const free = sql`select from players where id = ${by.id} for no key update nowait`;
    await expect(db.pool.query(free.text, free.values)).resolves.toMatchObject({ rowCount: 1 });
  });
  expect((await acting)?.statusCode).toBeLessThan(500);
}
