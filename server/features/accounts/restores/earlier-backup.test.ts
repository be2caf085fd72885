// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { withdrawAgain } from './withdraw-again.ts';

const db = openTestDatabase();
const migration = '0116_authority_noted.sql';

/** The database as a backup from before this migration has it. */
async function undo(): Promise<void> {
  await db.run(sql`drop function note_authority, note_role, note_factors cascade`);
  await db.run(sql`alter table players drop column authority_at`);
  await db.run(sql`alter table roles drop column authority_at`);
  await db.run(sql`alter table recovery_codes drop column created_at`);
  await db.run(sql`delete from migrations where name = ${migration}`);
}

it('removes used recovery codes of a backup from before their time was kept, and none made since', async () => {
  await undo();
  const player = await db.one<{ id: string }>(sql`
    insert into players (name, email, referral_code) values ('Ada', 'ada@player.test', 'AAAAAAAA') returning id`);
  const [used, unused, later] = [1, 2, 3].map((n) => Buffer.alloc(32, n));
  const add = (hash: Buffer | undefined) =>
    db.run(sql`insert into recovery_codes (player_id, code_hash) values (${player.id}, ${hash})`);
  await add(used);
  await add(unused);
  // Written before the restore, after one of the codes was used.
  const noted = {
    playerId: player.id,
    changedAt: new Date(Date.now() - 60_000).toISOString(),
    appStartedAt: null,
    passkeyIds: [],
    recoveryCodes: [Buffer.alloc(8, 2).toString('hex')],
  };
  const rights = { authority: [], role: [], factors: [noted], 'sign-in-removed': [] };

  expect(await migrate(db.url)).toEqual([migration]);
  await add(later);
  const done = await db.transaction((tx) => withdrawAgain(tx, rights, { at: new Date(), isLookedAt: false }));
  expect(done.factorsRemoved).toEqual([player.id]);
  expect(await db.rows(sql`select code_hash from recovery_codes order by code_hash`)).toEqual([
    { codeHash: unused },
    { codeHash: later },
  ]);
});
