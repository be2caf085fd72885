// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { getPublicPlayers } from './handle-store.ts';

const db = openTestDatabase({ poolSize: 2 });

it('shows each player under the current handle, not an earlier one', async () => {
  const [one, other] = await createTwoPlayers(db);
  for (const [id, name] of [
    [one, 'One'],
    [other, 'Other'],
  ] as const) {
    await db.run(sql`
      update handles set is_worn = false, free_from = now() + interval '1 day' where player_id = ${id} and is_worn`);
    await db.run(sql`
      insert into handles (likeness, handle, player_id) values (${name.toLowerCase()}, ${`Now-${name}`}, ${id})`);
  }
  const shown = await getPublicPlayers(db, [one, other]);
  expect([...shown].map(([id, { handle }]) => [id, handle]).sort()).toEqual(
    [
      [one, 'Now-One'],
      [other, 'Now-Other'],
    ].sort(),
  );
  expect([...(await getPublicPlayers(db, [other])).keys()]).toEqual([other]);
});
