// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { withdrawAgain } from './withdraw-again.ts';

const db = openTestDatabase();

it('removes recovery codes used after the backup, and no code created since', async () => {
  const player = await db.one<{ id: string }>(sql`
    insert into players (name, email, referral_code) values ('Ada', 'ada@player.test', 'AAAAAAAA') returning id`);
  const [used, unused, later] = [1, 2, 3].map((n) => Buffer.alloc(32, n));
  // A release that did not store the time left existing codes without one, as older than everything.
  const add = (hash: Buffer | undefined, at: string) =>
    db.run(sql`
      insert into recovery_codes (player_id, code_hash, created_at) values (${player.id}, ${hash}, ${at}::timestamptz)`);
  await add(used, '-infinity');
  await add(unused, '-infinity');
  // Written before the restore, after one of the codes was used.
  const noted = {
    playerId: player.id,
    changedAt: new Date(Date.now() - 60_000).toISOString(),
    appStartedAt: null,
    passkeyIds: [],
    recoveryCodes: [Buffer.alloc(8, 2).toString('hex')],
  };
  const rights = { authority: [], role: [], factors: [noted], 'sign-in-removed': [] };

  await add(later, 'now');
  const done = await db.transaction((tx) => withdrawAgain(tx, rights, { at: new Date(), isLookedAt: false }));
  expect(done.factorsRemoved).toEqual([player.id]);
  expect(await db.rows(sql`select code_hash from recovery_codes order by code_hash`)).toEqual([
    { codeHash: unused },
    { codeHash: later },
  ]);
});
