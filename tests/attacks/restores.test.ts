// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect } from 'vitest';
import { openJournal } from '../../server/platform/journal/journal.ts';
import { checkJournal } from '../../server/recovery/check-journal.ts';
import type { Reconciled } from '../../server/recovery/reconcile-journal.ts';
import { type AdminTest, type Person, startAdminTest } from '../support/admin.ts';
import { stripeKeys } from '../support/coins.ts';
import type { TestDatabase } from '../support/database.ts';
import { noteInJournal, reconcile } from '../support/restored.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { attack, keepJournal } from './attack.ts';

const log = keepJournal();
const folder = makeScratchFolder('restores');
const sales = await openJournal({ kind: 'folder', path: folder });
let backup: TestDatabase;
let restored: AdminTest;
let fired: Person;
let player: Person;
let reconciled: Reconciled;

/** Makes a backup, fires an administrator, restores the backup and reconciles it. */
beforeAll(async () => {
  const before = await startAdminTest({ journal: sales });
  const boss = await before.person({ role: 'SUPER_ADMIN' });
  fired = await before.person({ role: 'SUPER_ADMIN' });
  player = await before.person();
  await checkJournal(before.db, sales);
  backup = await before.leaveDatabase();

  const after = await startAdminTest({ templateUrl: backup.url, journal: sales });
  expect((await after.update(boss, fired, { role: 'USER', reason: 'left us' })).statusCode).toBe(200);
  expect((await after.post(boss, fired, 'suspend', { reason: 'left us' })).statusCode).toBe(200);
  const pause = {
    method: 'POST',
    url: '/play/pause',
    token: player.token,
    payload: { lasts: '7-days' },
  } as const;
  expect((await after.call(pause)).statusCode).toBe(200);
  await noteInJournal(after);
  await after.close();

  restored = await startAdminTest({
    ...{ templateUrl: backup.url, journal: sales, log: log.log },
    config: { stripe: { apiBase: 'http://127.0.0.1:9', ...stripeKeys } },
  });
  const { db } = restored;
  await expect(checkJournal(db, sales)).rejects.toThrow('older than its journal');
  reconciled = await reconcile(restored, sales);
  await checkJournal(db, sales);
});
afterAll(async () => {
  await restored?.close();
  await backup?.drop();
  await sales.close();
  rmSync(folder, { recursive: true });
});

attack('7.4.2', 'move coins with an old token after a restore undid a suspension', async () => {
  const refusal = await log.refused(
    await restored.update(fired, player, { gamerCoins: 1_000_000 }),
    'session_ended',
  );
  expect(await restored.coins(player)).toBe(0);
  return refusal;
});

attack('7.4.2', 'become an administrator again after a restore undid a suspension', async () => {
  expect(reconciled.access).toMatchObject({ suspended: [fired.id], demoted: [fired.id], given: [] });
  expect(
    await restored.db.row(
      sql`select role, suspended_at is not null as is_suspended from players where id = ${fired.id}`,
    ),
  ).toEqual({ role: 'USER', isSuspended: true });
  const again = { ...fired, token: await restored.signIn(fired.id) };
  return log.refused(await restored.update(again, player, { gamerCoins: 1_000_000 }), 'session_ended');
});

attack('7.4.1', 'use an ended session after a restore', async () =>
  log.refused(await restored.call({ url: '/auth/get-profile', token: player.token }), 'session_ended'),
);

attack('2.3.2', 'buy coins after a restore undid a play pause', async () => {
  expect(reconciled.carriedOut.paused).toEqual([player.id]);
  const { id: packageId } = await restored.db.one<{ id: string }>(sql`
    insert into coin_packages (title, coins, original_price_cents) values ('Pack', 100, 100) returning id`);
  const answer = await restored.call({
    method: 'POST',
    url: '/transaction/create-intent',
    payload: { packageId, paymentGateway: 'stripe' },
    key: randomUUID(),
    token: await restored.signIn(player.id),
  });
  return log.refused(answer, 'play_paused');
});
