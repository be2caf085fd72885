// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createTwoPlayers } from '../../../tests/support/factories.ts';
import type { Tx } from '../../platform/db/database.ts';
import * as store from './factor-queries.ts';
import * as passkeys from './passkey-store.ts';
import * as appStore from './second-factor/authenticator-app-store.ts';
import * as recoveryStore from './second-factor/recovery-code-store.ts';
import * as wrongStore from './second-factor/wrong-code-store.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const at = (minutes: number) => new Date(noon + minutes * 60_000);

const db = openTestDatabase({ poolSize: 3 });
let me: string;
let other: string;
beforeEach(async () => {
  [me, other] = await createTwoPlayers(db);
});

const within = <Answer>(work: (tx: Tx) => Promise<Answer>) => db.transaction(work);
const startApp = (playerId: string, text = 'secret', startedAt = at(0)) =>
  within((tx) =>
    appStore.storeNewApp(tx, playerId, {
      ...{ keyId: 'app', nonce: Buffer.alloc(12), ciphertext: Buffer.from(text), startedAt },
    }),
  );
const addPasskey = (playerId: string, name = 'Phone', credentialId: Buffer = randomBytes(16)) =>
  within((tx) =>
    passkeys.insertPasskey(tx, {
      ...{ playerId, name, credentialId, publicKey: Buffer.from('key'), signCount: 3 },
      ...{ transports: ['usb'], createdAt: at(0) },
    }),
  );
const factorsOf = (playerId: string) => store.readFactors(db, playerId);

it('counts a confirmed app or a passkey as a second factor', async () => {
  const isEnrolled = async (playerId: string) => (await factorsOf(playerId)).isEnrolled;
  await addPasskey(other);
  expect([await isEnrolled(me), await isEnrolled(other)]).toEqual([false, true]);
  await startApp(me);
  await startApp(me, 'another');
  expect(await isEnrolled(me)).toBe(false);
  await startApp(other, 'strange');
  await within((tx) => appStore.confirmApp(tx, me, at(1)));
  expect(await isEnrolled(me)).toBe(true);
  // An attempt to replace a confirmed app changes nothing.
  await startApp(me, 'a third');
  const app = { keyId: 'app', nonce: Buffer.alloc(12), lastStep: 0 };
  expect(await within((tx) => appStore.findApp(tx, me))).toEqual({
    ...{ ...app, ciphertext: Buffer.from('another'), confirmedAt: at(1) },
  });
  expect(await within((tx) => appStore.findApp(tx, other))).toEqual({
    ...{ ...app, ciphertext: Buffer.from('strange'), confirmedAt: null },
  });
  expect(await within((tx) => appStore.takeStep(tx, me, 5))).toBe(true);
  expect(await within((tx) => appStore.takeStep(tx, me, 5))).toBe(false);
  expect(await within((tx) => appStore.takeStep(tx, me, 6))).toBe(true);
  expect((await within((tx) => appStore.findApp(tx, other)))?.lastStep).toBe(0);
});

it('keeps recovery codes and failed attempts separate for each player', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  for (const id of [me, other]) {
    await startApp(id);
    await within((tx) => recoveryStore.replaceRecoveryCodes(tx, id, [first, second]));
  }
  const take = (playerId: string, codeHash: Buffer) =>
    within((tx) => recoveryStore.takeRecoveryCode(tx, { playerId, codeHash, usedAt: at(2) }));
  expect([await take(me, first), await take(me, first), await take(me, randomBytes(32))]).toEqual([
    ...[true, false, false],
  ]);
  expect([(await factorsOf(me)).recoveryCodesLeft, (await factorsOf(other)).recoveryCodesLeft]).toEqual([
    1, 2,
  ]);
  await within((tx) => recoveryStore.replaceRecoveryCodes(tx, me, [randomBytes(32)]));
  expect([await take(me, second), await take(other, second)]).toEqual([false, true]);

  const count = (playerId: string) => within((tx) => wrongStore.countWrongCode(tx, playerId));
  expect([await count(me), await count(me), await count(other)]).toEqual([1, 2, 1]);
  await within((tx) => wrongStore.lockCodes(tx, me, at(15)));
  expect([(await factorsOf(me)).lockedUntil, (await factorsOf(other)).lockedUntil]).toEqual([at(15), null]);
  expect([await count(me), await count(other)]).toEqual([1, 2]);
  await within((tx) => wrongStore.forgetWrongCodes(tx, me));
  expect([await count(me), await count(other)]).toEqual([1, 3]);

  await within((tx) => appStore.confirmApp(tx, other, at(1)));
  await addPasskey(me);
  await within((tx) => store.deleteFactors(tx, me));
  expect(await factorsOf(me)).toEqual({
    ...{ isEnrolled: false, appSince: null, recoveryCodesLeft: 0, lockedUntil: null },
  });
  expect(await factorsOf(other)).toMatchObject({ isEnrolled: true, appSince: at(1), recoveryCodesLeft: 1 });
  expect([await count(me), await count(other)]).toEqual([1, 4]);
});

it('keeps passkeys separate for each player, and refuses a credential of another player', async () => {
  const credentialId = randomBytes(16);
  const mine = await addPasskey(me, 'Phone', credentialId);
  const second = await addPasskey(me, 'Laptop');
  expect(await addPasskey(other, 'Stolen', credentialId)).toBeUndefined();
  const strange = await addPasskey(other, 'Strange');
  const id = mine?._id as string;
  const viewed = { _id: id, name: 'Phone', createdAt: at(0).toISOString(), lastUsedAt: null };
  expect(mine).toEqual(viewed);
  expect(await passkeys.listPasskeys(db, me)).toEqual([viewed, second]);
  const key = { credentialId, publicKey: Buffer.from('key'), signCount: 3, transports: ['usb'] };
  expect((await within((tx) => passkeys.listPasskeyKeys(tx, me)))[0]).toEqual(key);
  expect(await within((tx) => passkeys.findPasskey(tx, me, credentialId))).toEqual({ ...key, id });
  expect(await within((tx) => passkeys.findPasskey(tx, other, credentialId))).toBeUndefined();
  expect(await within((tx) => passkeys.findPasskey(tx, me, randomBytes(16)))).toBeUndefined();

  await within((tx) => passkeys.noteUseOfPasskey(tx, id, { signCount: 4, lastUsedAt: at(9) }));
  const rename = (playerId: string, of: string) =>
    within((tx) => passkeys.renamePasskey(tx, { playerId, id: of, name: 'Renamed' }));
  expect(await rename(other, id)).toBeUndefined();
  const renamed = { ...viewed, name: 'Renamed', lastUsedAt: at(9).toISOString() };
  expect(await rename(me, id)).toEqual(renamed);
  expect(await passkeys.listPasskeys(db, me)).toEqual([renamed, second]);
  const remove = (playerId: string, of: string) =>
    within((tx) => passkeys.deletePasskey(tx, { playerId, id: of }));
  expect([await remove(other, id), await remove(me, randomUUID()), await remove(me, id)]).toEqual([
    ...[false, false, true],
  ]);
  expect(await passkeys.listPasskeys(db, me)).toEqual([second]);
  await within((tx) => passkeys.deletePasskeys(tx, me));
  expect([await passkeys.listPasskeys(db, me), await passkeys.listPasskeys(db, other)]).toEqual([
    ...[[], [strange]],
  ]);
});

it('accepts a challenge once, before it expires, from its own session and purpose', async () => {
  const sessionOf = async (playerId: string) =>
    (
      await db.one<{ id: string }>(sql`
        insert into sessions (token_hash, player_id, device, created_at, used_at, expires_at)
        values (${randomBytes(32)}, ${playerId}, '', now(), now(), now()) returning id`)
    ).id;
  const [mine, strange] = [await sessionOf(me), await sessionOf(other)];
  const keep = (sessionId: string, purpose: 'add' | 'confirm', challenge: string, expiresAt = at(5)) =>
    within((tx) => passkeys.storeChallenge(tx, { sessionId, purpose, challenge, expiresAt }));
  const take = (sessionId: string, purpose: 'add' | 'confirm', now = at(0)) =>
    within((tx) => passkeys.takeChallenge(tx, { sessionId, purpose, now }));
  await keep(mine, 'add', 'earlier');
  await keep(mine, 'add', 'to add');
  await keep(mine, 'confirm', 'to confirm');
  await keep(strange, 'add', 'strange');
  expect([await take(mine, 'add'), await take(mine, 'add')]).toEqual(['to add', undefined]);
  expect(await take(mine, 'confirm', new Date(at(5).getTime() - 1))).toBe('to confirm');
  expect(await take(strange, 'add', at(5))).toBeUndefined();
  await keep(mine, 'add', 'over');
  await keep(strange, 'add', 'going on', new Date(at(5).getTime() + 1));
  await passkeys.deleteExpiredChallenges(db, at(5));
  expect([await take(mine, 'add'), await take(strange, 'add')]).toEqual([undefined, 'going on']);
});
