// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { playerExport } from '../../../../contract/player-export.ts';
import { nothingAfter } from '../../../../tests/support/data-export.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer, handleOf } from '../../../../tests/support/factories.ts';
import { makeScratchFolder } from '../../../../tests/support/scratch.ts';
import { balancesPart } from '../../../ledger/balances.ts';
import { tableSections } from '../../../player-tables.ts';
import { insertExport } from './data-export-store.ts';
import { countSections, listSections } from './sections.ts';
import { writeArchive } from './write-archive.ts';

const db = openTestDatabase();
const now = new Date('2026-06-15T12:00:00Z');

async function read(playerId: string, name: string): Promise<unknown[]> {
  const deps = {
    db,
    clock: { now: () => now },
    profileParts: { balances: balancesPart },
    exports: {} as never,
    tableSections: [],
  };
  const section = listSections(deps).find((one) => one.name === name);
  const items = [];
  for await (const item of section?.read(playerId) ?? []) items.push(item);
  return items;
}

it('exports the Discord link, earlier handles and earlier exports of the account', async () => {
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

it('writes an archive with readable files, and fails when a file cannot be added', async () => {
  const { id } = await createPlayer(db);
  const none = Object.fromEntries(
    Object.keys(playerExport.shape).map((name) => [name, () => nothingAfter()]),
  );
  const deps = {
    ...{ db, clock: { now: () => now }, brandName: 'FinalRing', exports: none as never, tableSections },
    profileParts: { balances: balancesPart },
  };
  const folder = makeScratchFolder('drafts');
  const bytes = await buffer(await writeArchive(id, folder, deps));
  const modes: number[] = [];
  const entry = Buffer.from('504b0102', 'hex');
  for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 4))
    modes.push(bytes.readUInt32LE(at + 38) >>> 16);
  expect(modes).toHaveLength(1 + 2 * countSections(tableSections));
  expect(new Set(modes)).toEqual(new Set([0o100644]));
  rmSync(join(folder, 'attempts.json'));
  mkdirSync(join(folder, 'attempts.json'));
  await expect(buffer(await writeArchive(id, folder, deps))).rejects.toThrow('not a file');
});
