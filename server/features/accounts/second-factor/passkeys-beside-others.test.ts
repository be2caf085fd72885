// SPDX-License-Identifier: Apache-2.0

import { TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { type Authenticator, createAuthenticator } from '../../../../tests/support/authenticator.ts';
import { readExport } from '../../../../tests/support/data-export.ts';
import { factorChange, readFactorChanges } from '../../../../tests/support/factor-changes.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { passkeyCalls } from '../../../../tests/support/passkeys.ts';

const minute = 60_000;
const site = { origin: 'http://localhost:3000', rpId: 'localhost' };
const app = openForTests(() =>
  startAdminTest({ config: { secondFactor: { isDemanded: true, freshMs: 10 * minute } } }),
);
let admin: Person;
let device: Authenticator;
beforeEach(async () => {
  admin = await app.person({ role: 'ADMIN' });
  device = createAuthenticator(site);
});

const statusAndCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];
const { send, read, users, start, finish, confirm, signInAgain, enrol } = passkeyCalls(() => app);

describe('a passkey beside other factors', () => {
  const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });

  it('works beside an app: either suffices, and recovery codes last until the last factor is removed', {
    tags: ['long'],
  }, async () => {
    const { passkey, recoveryCodes } = await enrol(admin, device);
    const { secret } = (await send(admin, '/app/start')).json().data;
    const added = await send(admin, '/app/finish', { code: codeOf(secret) });
    expect(added.json().data).toEqual({ recoveryCodes: [] });
    app.clock.advance(minute);
    const other = await signInAgain(admin);
    expect((await send(other, '/confirm', { code: codeOf(secret) })).statusCode).toBe(200);

    expect((await send(admin, '/app', {}, 'DELETE')).statusCode).toBe(200);
    expect(await read(other)).toMatchObject({ appSince: null, recoveryCodesLeft: 10, passkeys: [passkey] });
    expect((await users(other)).statusCode).toBe(200);
    const [recoveryCode] = recoveryCodes;
    expect((await send(await signInAgain(admin), '/confirm', { recoveryCode })).statusCode).toBe(200);

    const path = `/passkeys/${passkey._id}`;
    const stale = await signInAgain(admin);
    expect(statusAndCode(await send(stale, path, {}, 'DELETE'))).toEqual([403, 'second_factor_required']);
    expect((await send(admin, path, {}, 'DELETE')).statusCode).toBe(200);
    expect(await read(other)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0, confirmedAt: null });
    expect((await users(other)).json().data).toEqual({ isEnrolled: false });
    const key = { passkey: passkey._id };
    expect(await readFactorChanges(app, admin)).toEqual([
      factorChange('passkey-added', null, key),
      factorChange('app-added'),
      factorChange('app-removed'),
      factorChange('recovery-code-used', { recoveryCodes: 10 }, { recoveryCodes: 9 }),
      factorChange('passkey-removed', key),
    ]);
  });

  it('creates new recovery codes only when none are left', { tags: ['long'] }, async () => {
    const { recoveryCodes } = await enrol(admin, device);
    const add = async () => (await finish(admin, createAuthenticator(site))).json().data.recoveryCodes;
    expect(await add()).toEqual([]);
    expect((await send(admin, '/confirm', { recoveryCode: recoveryCodes[0] })).statusCode).toBe(200);
    await app.db.run(sql`delete from recovery_codes where player_id = ${admin.id}`);
    expect(await add()).toHaveLength(10);
    const [first, ...others] = (await read(admin)).passkeys;
    expect((await send(admin, `/passkeys/${first?._id}`, {}, 'DELETE')).statusCode).toBe(200);
    expect((await read(admin)).passkeys).toEqual(others);
  });

  it('does not make app codes valid while no app is set up', { tags: ['long'] }, async () => {
    expect(statusAndCode(await send(admin, '/recovery-codes'))).toEqual([409, 'second_factor_missing']);
    await enrol(admin, device);
    const other = await signInAgain(admin);
    const confirmBy = async (code: string) => statusAndCode(await send(other, '/confirm', { code }));
    expect(statusAndCode(await send(admin, '/app/finish', { code: '123456' }))).toEqual([
      409,
      'second_factor_missing',
    ]);
    expect(await confirmBy('123456')).toEqual([422, 'second_factor_wrong']);
    expect(statusAndCode(await send(admin, '/app', {}, 'DELETE'))).toEqual([409, 'second_factor_missing']);
    const { secret } = (await send(admin, '/app/start')).json().data;
    expect(await confirmBy(codeOf(secret))).toEqual([422, 'second_factor_wrong']);
    expect((await users(other)).statusCode).toBe(403);
  });

  it('still works while codes are locked, and wrong passkey answers lock nothing', {
    tags: ['long'],
  }, async () => {
    const { recoveryCodes } = await enrol(admin, device);
    const stranger = await signInAgain(admin);
    for (let tries = 0; tries < 5; tries++) {
      await send(stranger, '/confirm', { recoveryCode: '0000-0000-0000-0000' });
    }
    const locked = await send(admin, '/confirm', { recoveryCode: recoveryCodes[0] });
    expect(statusAndCode(locked)).toEqual([429, 'second_factor_locked']);
    for (let tries = 0; tries < 6; tries++) await confirm(admin, device, { isVerified: false });
    expect((await confirm(admin, device)).statusCode).toBe(200);
  });

  it('can be renamed, is exported without its key, and is deleted with the account', {
    tags: ['long'],
  }, async () => {
    const { passkey } = await enrol(admin, device);
    const renamed = await send(admin, `/passkeys/${passkey._id}`, { name: ' Blue key ' }, 'PATCH');
    expect(renamed.json().data).toEqual({ ...passkey, name: 'Blue key' });
    const noName = await send(admin, `/passkeys/${passkey._id}`, { name: ' ' }, 'PATCH');
    expect(noName.statusCode).toBe(400);
    const exported = await readExport(app, admin.token);
    expect(exported.secondFactor).toEqual({
      appSince: null,
      passkeys: [{ ...passkey, name: 'Blue key' }],
      recoveryCodesLeft: 10,
    });
    await start(admin);
    const countChallenges = async () =>
      (await app.db.one<{ count: number }>(sql`select count(*) as count from passkey_challenges`)).count;
    const before = await countChallenges();
    const gone = await app.call({
      method: 'POST',
      url: '/auth/delete-account',
      token: admin.token,
      payload: { confirmation: 'DELETE' },
    });
    expect(gone.statusCode).toBe(200);
    const left = await app.db.one<{ count: number }>(sql`
      select count(*) as count from passkeys where player_id = ${admin.id}`);
    expect([left.count, await countChallenges()]).toEqual([0, before - 1]);
  });

  it('can be removed by another administrator when its owner lost it', async () => {
    await enrol(admin, device);
    const helper = await app.person({ role: 'SUPER_ADMIN' });
    await enrol(helper, createAuthenticator(site));
    const removal = await app.post(helper, admin, 'remove-second-factor', { reason: 'lost phone' });
    expect(removal.statusCode).toBe(200);
    expect(await read(await signInAgain(admin))).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });
});
