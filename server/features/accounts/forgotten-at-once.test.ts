// SPDX-License-Identifier: Apache-2.0

/**
 * A process that changes a player's rights drops their cached sessions without waiting for the database's notification.
 */
import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { nothingWaits } from '../../../tests/support/approvals.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { noPauses } from '../../../tests/support/open-play.ts';
import { noJournal } from '../../platform/journal/journal.ts';
import { deleteUser } from './deletion/delete-user.ts';
import { editRole } from './roles/edit-role.ts';
import { confirmFactor } from './second-factor/confirm-factor.ts';
import { finishApp, startApp } from './second-factor/enrol-app.ts';
import type { FactorDeps } from './second-factor/lock-second-factor.ts';
import { startPasskey } from './second-factor/own-passkeys.ts';
import { removeApp, removeFactorsOfUser } from './second-factor/remove-factor.ts';
import { editUser } from './users/edit-user.ts';
import { setSuspension, signOutEverywhere } from './users/restrain-user.ts';

const app = openForTests(startAdminTest);
let boss: Person;
let user: Person;
const forgotten: string[] = [];
beforeAll(async () => {
  boss = await app.person({ role: 'SUPER_ADMIN' });
});
beforeEach(async () => {
  user = await app.person({ role: 'ADMIN' });
  forgotten.length = 0;
});

const deps = () => ({
  db: app.db,
  clock: app.clock,
  sessions: { forget: (id: string) => void forgotten.push(id) },
  userRecords: {
    coins: async () => new Map(),
    giftCards: async () => new Map(),
    played: async () => new Map(),
  },
  askApproval: nothingWaits,
  coinAdjustmentWarningGC: 1,
  journal: noJournal,
});
const reason = 'a test';

it.each<[string, (by: Person) => Promise<object>]>([
  [
    'an edited user',
    ({ id: actorId }) =>
      editUser({ actorId, userId: user.id, change: { name: 'New' }, idempotencyKey: randomUUID() }, deps()),
  ],
  [
    'a suspended user',
    ({ id: actorId }) => setSuspension({ actorId, userId: user.id, reason, isSuspended: true }, deps()),
  ],
  [
    'a deleted user',
    ({ id: actorId }) =>
      deleteUser({ actorId, userId: user.id, reason }, {
        ...deps(),
        ...{ keys: { identity: Buffer.alloc(32) }, playPauses: noPauses, journal: noJournal },
        ...{
          deletionParts: { obstacles: [], departures: [], erasures: [], personalFields: [] },
          deletionGraceMs: 1,
        },
      } as never),
  ],
  ['a signed-out user', ({ id: actorId }) => signOutEverywhere({ actorId, userId: user.id, reason }, deps())],
  [
    'a user whose second factor is removed',
    async ({ id: actorId }) => {
      await app.db.run(sql`
        insert into authenticator_apps (player_id, key_id, nonce, ciphertext, started_at, confirmed_at)
        values (${user.id}, 'k', ${Buffer.alloc(12)}, ${Buffer.alloc(40)}, now(), now()) on conflict do nothing`);
      return removeFactorsOfUser({ actorId, userId: user.id, reason }, deps());
    },
  ],
])('%s invalidates the cached session, but not when it is refused', async (_what, change) => {
  const nobody = await app.person();
  expect(await change(nobody)).toMatchObject({ refused: 'forbidden' });
  expect(forgotten).toEqual([]);
  expect(await change(boss)).not.toHaveProperty('refused');
  expect(forgotten).toEqual([user.id]);
});

it('a changed role invalidates all cached sessions', async () => {
  const { id } = await app.db.one<{ id: string }>(
    sql`insert into roles (name) values ('CHANGED') returning id`,
  );
  const role = { name: 'CHANGED', permissions: ['users:read' as const] };
  const change = (by: Person, roleId: string) =>
    editRole({ actorId: by.id, roleId, role, loaded: undefined }, deps());
  expect(await change(boss, randomUUID())).toMatchObject({ refused: 'not_found' });
  expect(forgotten).toEqual([]);
  expect(await change(boss, id)).toMatchObject({ permissions: ['users:read'] });
  expect(forgotten).toEqual(['*']);
});

const factors = (): FactorDeps => ({
  ...deps(),
  appSecret: 'a secret of 32 letters, as it is made',
  brandName: 'FinalRing',
  publicUrl: 'http://localhost:3000',
  secondFactor: { isDemanded: true, freshMs: 600_000 },
});
async function asking() {
  const { id: sessionId } = await app.db.one<{ id: string }>(
    sql`select id from sessions where player_id = ${user.id}`,
  );
  return { playerId: user.id, sessionId };
}

it('a changed second factor invalidates the cached session of its player', async () => {
  const asker = await asking();
  const started = await startApp(asker, factors());
  const secret = 'secret' in started ? started.secret : '';
  expect(started).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    address: expect.stringMatching(
      /^otpauth:\/\/totp\/FinalRing:.+%40player\.test\?issuer=FinalRing&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    ),
  });
  const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
  await finishApp(asker, code(), factors());
  expect(forgotten).toEqual([user.id]);
  app.clock.advance(60_000);
  const now = app.clock.now();
  expect(await confirmFactor(asker, { code: code() }, factors())).toEqual({
    confirmedAt: now.toISOString(),
    freshUntil: new Date(now.getTime() + 600_000).toISOString(),
  });
  expect(forgotten).toEqual([user.id, user.id]);
  await removeApp(asker, factors());
  expect(forgotten).toEqual([user.id, user.id, user.id]);
});

it('a factor is labeled with the address of its player, or else with the name', async () => {
  const asker = await asking();
  const names = async () => {
    const app = await startApp(asker, factors());
    const passkey = await startPasskey(asker, factors());
    const label = 'address' in app && decodeURIComponent(/FinalRing:([^?]+)/.exec(app.address)?.[1] ?? '');
    return [label, 'user' in passkey && passkey.user.name];
  };
  const set = (email: string, name: string) =>
    app.db.run(sql`update players set email = ${email}, name = ${name} where id = ${user.id}`);
  for (const [email, name, shown] of [
    ['ada@x.test', 'Ada', 'ada@x.test'],
    ['', 'Ada', 'Ada'],
    ['', '', 'Administrator'],
  ] as const) {
    await set(email, name);
    expect(await names()).toEqual([shown, shown]);
  }
});
