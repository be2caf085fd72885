// SPDX-License-Identifier: Apache-2.0

import { TOTP } from 'otpauth';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SecondFactor } from '../../../../contract/second-factor.ts';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { readExport } from '../../../../tests/support/data-export.ts';
import { factorChange, readFactorChanges } from '../../../../tests/support/factor-changes.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const minute = 60_000;
const freshMs = 10 * minute;
const app = openForTests(() =>
  startAdminTest({
    config: { secondFactor: { isDemanded: true, freshMs }, adminIdleMs: 30 * minute },
  }),
);
let admin: Person;
beforeEach(async () => {
  admin = await app.person({ role: 'ADMIN' });
  // A code is valid for 30 seconds: each test gets its own.
  app.clock.advance(2 * minute);
  admin.token = await app.signIn(admin.id);
});

const base = '/auth/second-factor';
const send = (by: Person, path: string, payload: object = {}, method: 'POST' | 'DELETE' = 'POST') =>
  app.call({ method, url: `${base}${path}`, token: by.token, ...(method === 'POST' && { payload }) });
const read = async (by: Person): Promise<SecondFactor> =>
  (await app.call({ url: base, token: by.token })).json().data;
const users = (by: Person) => app.call({ url: '/super-admin/get-all-users', token: by.token });
const codeOf = (secret: string, offsetMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() + offsetMs });
const statusAndCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];

async function enrol(by: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await send(by, '/app/start')).json().data;
  const done = await send(by, '/app/finish', { code: codeOf(secret) });
  expect(done.statusCode).toBe(200);
  app.clock.advance(minute);
  return { secret, recoveryCodes: done.json().data.recoveryCodes };
}
const signInAgain = async ({ id }: Person): Promise<Person> => ({ id, token: await app.signIn(id) });
const told = (by: Person) => readFactorChanges(app, by);

describe('a call that needs a permission', () => {
  it('is refused without a second factor, and says that none is set up', async () => {
    const refused = await users(admin);
    expect(refused.json()).toEqual({
      code: 'second_factor_required',
      message: 'This needs your second factor. Nothing was changed. Confirm it, then try again.',
      data: { isEnrolled: false },
    });
    expect(refused.statusCode).toBe(403);
    expect(await read(admin)).toEqual({
      ...{ isDemanded: true, mayEnrol: true, appSince: null, passkeys: [], recoveryCodesLeft: 0 },
      ...{ confirmedAt: null, freshUntil: null, lockedUntil: null },
    });
  });

  it('needs no factor from read-only roles or players', async () => {
    const reader = await app.holding('users:read');
    expect((await users(reader)).statusCode).toBe(200);
    expect(await read(reader)).toMatchObject({ isDemanded: false, mayEnrol: true });
    expect(await read(await app.person())).toMatchObject({ isDemanded: false, mayEnrol: false });
    const writer = await app.holding('users:read', 'giveaways:write');
    expect((await users(writer)).statusCode).toBe(403);
    expect(statusAndCode(await users(await app.person()))).toEqual([403, 'forbidden']);
  });

  it('works after the session confirmed the factor, each session separately', async () => {
    const { secret } = await enrol(admin);
    expect((await users(admin)).statusCode).toBe(200);
    const other = await signInAgain(admin);
    expect((await users(other)).json().data).toEqual({ isEnrolled: true });
    const confirmed = {
      confirmedAt: app.clock.now().toISOString(),
      freshUntil: new Date(app.clock.now().getTime() + freshMs).toISOString(),
    };
    expect((await send(other, '/confirm', { code: codeOf(secret) })).json().data).toEqual(confirmed);
    expect((await users(other)).statusCode).toBe(200);
    expect(await read(other)).toMatchObject(confirmed);
  });

  it('asks again before an irreversible change, then accepts the same call', async () => {
    const { secret } = await enrol(admin);
    const target = await app.person();
    const rename = () => app.update(admin, target, { name: 'Renamed' }, 'the-same-key');
    app.clock.advance(freshMs - 2 * minute);
    expect((await rename()).statusCode).toBe(200);
    app.clock.advance(2 * minute);
    expect((await users(admin)).statusCode).toBe(200);
    const asked = await app.update(admin, target, { name: 'Again' }, 'another-key');
    expect(statusAndCode(asked)).toEqual([403, 'second_factor_required']);
    await send(admin, '/confirm', { code: codeOf(secret) });
    const done = await app.update(admin, target, { name: 'Again' }, 'another-key');
    expect(done.json().data).toMatchObject({ name: 'Again' });
  });

  it('asks before an administrator deletes their own account', async () => {
    await enrol(admin);
    app.clock.advance(freshMs);
    const refused = await app.call({
      method: 'POST',
      url: '/auth/delete-account',
      token: admin.token,
      payload: { confirmation: 'DELETE' },
    });
    expect(statusAndCode(refused)).toEqual([403, 'second_factor_required']);
  });
});

describe('setting up an authenticator app', () => {
  it('stores the secret and recovery codes unreadably, and shows the codes once', {
    tags: ['long'],
  }, async () => {
    const { secret, recoveryCodes } = await enrol(admin);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const row = await app.db.one<{ text: string }>(sql`
      select (select row_to_json(a)::text from authenticator_apps a where player_id = ${admin.id})
        || (select string_agg(c::text, ' ') from recovery_codes c where player_id = ${admin.id})
        || (select string_agg(l::text, ' ') from admin_changes l where actor_id = ${admin.id}) as text`);
    const plain = row.text.toUpperCase();
    const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase();
    for (const code of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))]) {
      expect(plain).not.toContain(code);
      expect(plain).not.toContain(hex(code));
    }
    const exported = await readExport(app, admin.token);
    expect(JSON.stringify(exported)).not.toContain(secret);
    const { appSince } = await read(admin);
    expect(appSince).toEqual(expect.any(String));
    expect(exported.secondFactor).toEqual({ appSince, passkeys: [], recoveryCodesLeft: 10 });
  });

  it('requires an administrator with a recent sign-in', async () => {
    app.clock.advance(freshMs);
    expect(statusAndCode(await send(admin, '/app/start'))).toEqual([403, 'sign_in_stale']);
    expect(statusAndCode(await send(await app.person(), '/app/start'))).toEqual([403, 'forbidden']);
  });

  it('completes once, after a correct code', async () => {
    const { secret, address } = (await send(admin, '/app/start')).json().data;
    expect(address).toMatch(/^otpauth:\/\/totp\/FinalRing:.*secret=/);
    expect(statusAndCode(await send(admin, '/app/finish', { code: '000000' }))).toEqual([
      422,
      'second_factor_wrong',
    ]);
    expect((await read(admin)).appSince).toBeNull();
    expect((await send(admin, '/app/finish', { code: codeOf(secret) })).statusCode).toBe(200);
    for (const step of ['/app/start', '/app/finish']) {
      const again = await send(admin, step, { code: codeOf(secret) });
      expect(statusAndCode(again)).toEqual([409, 'second_factor_exists']);
    }
  });

  it('keeps one secret when two setups start concurrently', async () => {
    await Promise.all([send(admin, '/app/start'), send(admin, '/app/start')]);
    const { secret } = (await send(admin, '/app/start')).json().data;
    const code = codeOf(secret);
    const both = await Promise.all([1, 2].map(() => send(admin, '/app/finish', { code })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('a code from the app', () => {
  it('is accepted once, even when sent twice concurrently or half a minute late', async () => {
    const { secret } = await enrol(admin);
    const [one, other] = [await signInAgain(admin), await signInAgain(admin)];
    const code = codeOf(secret);
    const both = await Promise.all([one, other].map((by) => send(by, '/confirm', { code })));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const earlier = await send(other, '/confirm', { code: codeOf(secret, -30_000) });
    expect(statusAndCode(earlier)).toEqual([422, 'second_factor_wrong']);
    const later = await send(other, '/confirm', { code: codeOf(secret, 30_000) });
    expect(later.statusCode).toBe(200);
    expect((await send(other, '/confirm', { code: codeOf(secret, 120_000) })).statusCode).toBe(422);
  });

  it('can be replaced by a recovery code, which works once in any spelling', async () => {
    const { recoveryCodes } = await enrol(admin);
    const [first = ''] = recoveryCodes;
    const typed = { recoveryCode: first.toLowerCase().replaceAll('-', ' ') };
    const [one, other] = [await signInAgain(admin), await signInAgain(admin)];
    const both = await Promise.all([one, other].map((by) => send(by, '/confirm', typed)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect((await read(one)).recoveryCodesLeft).toBe(9);
    expect(await told(admin)).toEqual([
      factorChange('app-added'),
      factorChange('recovery-code-used', { recoveryCodes: 10 }, { recoveryCodes: 9 }),
    ]);
    const elsewhere = await app.person({ role: 'ADMIN' });
    await enrol(elsewhere);
    const stolen = { recoveryCode: recoveryCodes[1] as string };
    expect((await send(await signInAgain(elsewhere), '/confirm', stolen)).statusCode).toBe(422);
  });

  it('is refused after five wrong codes: the session ends, and the lock expires later', async () => {
    const { secret } = await enrol(admin);
    const stranger = await signInAgain(admin);
    for (const left of [4, 3, 2, 1]) {
      const wrong = await send(stranger, '/confirm', { code: '000000' });
      expect([wrong.statusCode, wrong.json().data]).toEqual([422, { left }]);
    }
    expect(statusAndCode(await send(stranger, '/confirm', { code: '000000' }))).toEqual([
      429,
      'second_factor_locked',
    ]);
    expect(statusAndCode(await send(stranger, '/confirm', { code: codeOf(secret) }))).toEqual([
      401,
      'session_ended',
    ]);
    // The administrator's confirmed session stays confirmed.
    expect((await users(admin)).statusCode).toBe(200);
    expect((await send(admin, '/confirm', { code: codeOf(secret) })).json().data.seconds).toBe(15 * 60);
    const until = new Date(app.clock.now().getTime() + 15 * minute).toISOString();
    expect((await read(admin)).lockedUntil).toBe(until);
    app.clock.advance(15 * minute);
    expect((await read(admin)).lockedUntil).toBeNull();
    expect((await send(admin, '/confirm', { code: codeOf(secret) })).statusCode).toBe(200);
    const lockedUntil = app.clock.now().toISOString();
    expect((await read(admin)).lockedUntil).toBeNull();
    expect(await told(admin)).toEqual([
      factorChange('app-added'),
      factorChange('locked', null, { lockedUntil }),
    ]);
  });

  it('counts as wrong in each of many concurrent attempts', async () => {
    await enrol(admin);
    const stranger = await signInAgain(admin);
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => send(stranger, '/confirm', { code: '000000' })),
    );
    expect(wrong.filter(({ statusCode }) => statusCode === 422)).toHaveLength(4);
    expect(wrong.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });
});

describe('removing the app', () => {
  it('requires a fresh factor, and ends the confirmation of every session', async () => {
    const { secret, recoveryCodes } = await enrol(admin);
    const other = await signInAgain(admin);
    expect(statusAndCode(await send(other, '/app', {}, 'DELETE'))).toEqual([403, 'second_factor_required']);
    await send(other, '/confirm', { code: codeOf(secret) });
    expect((await send(admin, '/app', {}, 'DELETE')).statusCode).toBe(200);
    expect(await read(other)).toMatchObject({ appSince: null, recoveryCodesLeft: 0, confirmedAt: null });
    expect((await users(other)).json().data).toEqual({ isEnrolled: false });
    expect((await told(admin)).at(-1)).toEqual(factorChange('app-removed'));
    const late = { recoveryCode: recoveryCodes[0] as string };
    expect(statusAndCode(await send(other, '/confirm', late))).toEqual([409, 'second_factor_missing']);
  });

  it('can be done by a higher-ranked administrator, with a log entry', async () => {
    await enrol(admin);
    const helper = await app.person({ role: 'SUPER_ADMIN' });
    const removal = (by: Person, of: Person) =>
      app.post(by, of, 'remove-second-factor', { reason: 'lost phone' });
    expect(statusAndCode(await removal(helper, admin))).toEqual([403, 'second_factor_required']);
    await enrol(helper);
    expect(statusAndCode(await removal(helper, helper))).toEqual([409, 'own_account']);
    expect(statusAndCode(await removal(admin, helper))).toEqual([403, 'user_outranks_you']);
    expect((await removal(helper, admin)).json().data).toEqual({ ended: 2 });
    expect((await users(admin)).statusCode).toBe(401);
    expect(await read(await signInAgain(admin))).toMatchObject({ appSince: null, recoveryCodesLeft: 0 });
    expect(await told(admin)).toEqual([factorChange('app-added'), factorChange('removed-by-administrator')]);
    expect(statusAndCode(await removal(helper, admin))).toEqual([409, 'second_factor_missing']);
  });

  it('is not needed to replace the recovery codes with new ones', async () => {
    const { recoveryCodes } = await enrol(admin);
    const renewed = (await send(admin, '/recovery-codes')).json().data.recoveryCodes;
    const by = await signInAgain(admin);
    expect((await send(by, '/confirm', { recoveryCode: recoveryCodes[0] })).statusCode).toBe(422);
    expect((await send(by, '/confirm', { recoveryCode: renewed[0] })).statusCode).toBe(200);
    expect((await told(admin))[1]).toEqual(factorChange('recovery-codes-renewed'));
  });

  it('happens when the account is deleted', async () => {
    await enrol(admin);
    const gone = await app.call({
      method: 'POST',
      url: '/auth/delete-account',
      token: admin.token,
      payload: { confirmation: 'DELETE' },
    });
    expect(gone.statusCode).toBe(200);
    const left = await app.db.one<{ count: number }>(sql`
      select (select count(*) from authenticator_apps where player_id = ${admin.id})
        + (select count(*) from recovery_codes where player_id = ${admin.id}) as count`);
    expect(left.count).toBe(0);
  });
});
