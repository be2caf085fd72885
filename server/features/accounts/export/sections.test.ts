// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer, handleOf } from '../../../../tests/support/factories.ts';
import { balancesPart } from '../../../ledger/balances.ts';
import { insertExport } from './data-export-store.ts';
import { listSections } from './sections.ts';

const db = openTestDatabase();
const now = new Date('2026-06-15T12:00:00Z');

async function read(playerId: string, name: string): Promise<unknown[]> {
  const deps = {
    db,
    clock: { now: () => now },
    profileParts: { balances: balancesPart },
    exports: {} as never,
  };
  const section = listSections(deps).find((one) => one.name === name);
  const items = [];
  for await (const item of section?.read(playerId) ?? []) items.push(item);
  return items;
}

it('tells of an account whether it is linked, what its handle was, and what was exported before', async () => {
  const [{ id }, { id: other }] = [await createPlayer(db, { gamerCoins: 7 }), await createPlayer(db)];
  await db.run(sql`update players set discord_user_id = '77' where id = ${id}`);
  const handle = await handleOf(db, { id });
  expect(await read(id, 'profile')).toMatchObject([
    { _id: id, discordLinked: true, discordUserId: '77', gamerCoins: 7, inPublic: { handle } },
  ]);
  expect(await read(other, 'profile')).toMatchObject([{ discordLinked: false, discordUserId: null }]);
  const changedAt = new Date('2026-06-01T00:00:00Z');
  await db.run(sql`
    insert into handle_changes (player_id, handle_before, handle, changed_by, changed_at)
    values (${id}, 'Before', 'After', 'player', ${changedAt})`);
  await db.transaction((tx) => insertExport(tx, { playerId: id, sectionCount: 3, askedAt: changedAt }));
  expect(await read(id, 'handleChanges')).toEqual([
    { handleBefore: 'Before', handle: 'After', changedBy: 'player', changedAt: changedAt.toISOString() },
  ]);
  expect(await read(id, 'dataExports')).toMatchObject([{ status: 'queued', sectionCount: 3 }]);
  for (const name of ['handleChanges', 'dataExports']) expect(await read(other, name)).toEqual([]);
});
