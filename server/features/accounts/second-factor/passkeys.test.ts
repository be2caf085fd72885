// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { passkeyLimits } from '../../../../contract/passkeys.ts';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { type Authenticator, createAuthenticator } from '../../../../tests/support/authenticator.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { passkeyCalls } from '../../../../tests/support/passkeys.ts';

const minute = 60_000;
const freshMs = 10 * minute;
const site = { origin: 'http://localhost:3000', rpId: 'localhost' };
const app = openForTests(() => startAdminTest({ config: { secondFactor: { isDemanded: true, freshMs } } }));
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
const refused = [422, 'passkey_refused'];
const expired = [409, 'passkey_expired'];
const { send, read, users, start, finish, request, confirm, signInAgain, enrol } = passkeyCalls(() => app);

describe('a passkey', () => {
  it('confirms each session separately, and again when the confirmation is not fresh', {
    tags: ['long'],
  }, async () => {
    expect((await users(admin)).json().data).toEqual({ isEnrolled: false });
    const { passkey, recoveryCodes } = await enrol(admin, device);
    expect(recoveryCodes).toHaveLength(10);
    expect((await users(admin)).statusCode).toBe(200);
    expect(await read(admin)).toMatchObject({ appSince: null, passkeys: [passkey] });

    const other = await signInAgain(admin);
    expect((await users(other)).json().data).toEqual({ isEnrolled: true });
    expect((await confirm(other, device)).statusCode).toBe(200);
    expect((await users(other)).statusCode).toBe(200);
    expect((await read(other)).passkeys[0]?.lastUsedAt).toBe(app.clock.now().toISOString());

    app.clock.advance(freshMs);
    const rename = async (key: string) =>
      statusAndCode(await app.update(other, await app.person(), { name: 'New' }, key));
    expect(await rename('the-first-key')).toEqual([403, 'second_factor_required']);
    await confirm(other, device);
    expect(await rename('the-second-key')).toEqual([200, undefined]);
  });

  it('is requested with the options browsers need, for this site and with user verification', {
    tags: ['long'],
  }, async () => {
    const creation = await start(admin);
    const { email } = await app.db.one<{ email: string }>(
      sql`select email from players where id = ${admin.id}`,
    );
    expect(creation).toEqual({
      rp: { id: 'localhost', name: 'FinalRing' },
      user: { id: Buffer.from(admin.id).toString('base64url'), name: email, displayName: email },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      ...{ timeout: 5 * minute, excludeCredentials: [], attestation: 'none' },
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    await enrol(admin, device);
    const held = [{ type: 'public-key', id: device.id, transports: ['internal'] }];
    expect((await start(admin)).excludeCredentials).toEqual(held);
    const asked = await request(admin);
    const { challenge: _, ...terms } = asked;
    expect(terms).toEqual({
      ...{ timeout: 5 * minute, rpId: 'localhost', userVerification: 'required', allowCredentials: held },
    });
    expect(Buffer.from(asked.challenge, 'base64url')).toHaveLength(32);
    expect(asked.challenge).not.toBe((await request(admin)).challenge);
  });

  it('is refused from another site, without user verification or presence, or for another purpose', {
    tags: ['long'],
  }, async () => {
    const wrong = [
      { origin: 'https://localhost:3000' },
      { origin: 'http://localhost.evil.example:3000' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { isPresent: false },
    ];
    for (const of of [...wrong, { type: 'webauthn.get' }]) {
      expect([of, statusAndCode(await finish(admin, device, of))]).toEqual([of, refused]);
    }
    await enrol(admin, device);
    for (const of of [...wrong, { type: 'webauthn.create' }]) {
      expect([of, statusAndCode(await confirm(admin, device, of))]).toEqual([of, refused]);
    }
    expect((await confirm(admin, device)).statusCode).toBe(200);
  });

  it('is refused with an attestation certificate, whose address the server would have to call', async () => {
    expect(statusAndCode(await finish(admin, device, { isCertified: true }))).toEqual(refused);
    expect((await read(admin)).passkeys).toEqual([]);
  });

  it('may be self-signed, as some devices do', async () => {
    expect((await finish(admin, device, { isSelfSigned: true })).statusCode).toBe(200);
    expect((await confirm(admin, device)).statusCode).toBe(200);
  });

  it('is refused with a forged signature, from another device or from an unknown device', async () => {
    await enrol(admin, device);
    const asked = device.use(await request(admin));
    const { signature } = device.use({ challenge: 'another' }).response;
    const forged = { ...asked, response: { ...asked.response, signature } };
    expect(statusAndCode(await send(admin, '/confirm', { passkey: forged }))).toEqual(refused);
    const stranger = createAuthenticator(site);
    expect(statusAndCode(await confirm(admin, stranger))).toEqual(refused);
    const claimed = { ...stranger.use(await request(admin)), id: device.id, rawId: device.id };
    expect(statusAndCode(await send(admin, '/confirm', { passkey: claimed }))).toEqual(refused);
  });

  it('is refused when its counter goes back, which means it was copied', async () => {
    await enrol(admin, device);
    expect((await confirm(admin, device, { count: 5 })).statusCode).toBe(200);
    for (const count of [5, 4, 0]) {
      expect(statusAndCode(await confirm(admin, device, { count }))).toEqual(refused);
    }
    expect((await confirm(admin, device, { count: 6 })).statusCode).toBe(200);
    // Many passkeys never increment their counter.
    const phone = createAuthenticator(site);
    await enrol(admin, phone);
    for (let tries = 0; tries < 2; tries++) {
      expect((await confirm(admin, phone, { count: 0 })).statusCode).toBe(200);
    }
  });
});

describe('an answer to a passkey challenge', () => {
  it('is accepted once, also when sent twice concurrently', async () => {
    const created = device.create(await start(admin));
    const finishIt = () => send(admin, '/passkeys/finish', { name: 'My phone', created });
    const both = await Promise.all([finishIt(), finishIt()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(statusAndCode(await finishIt())).toEqual(expired);

    const passkey = device.use(await request(admin));
    const again = () => send(admin, '/confirm', { passkey });
    const all = await Promise.all([again(), again(), again()]);
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(statusAndCode(await again())).toEqual(expired);
  });

  it('is bound to its session and purpose, expires in minutes, and uses up the challenge when wrong', async () => {
    await enrol(admin, device);
    const other = await signInAgain(admin);
    const passkey = device.use(await request(admin));
    expect(statusAndCode(await send(other, '/confirm', { passkey }))).toEqual(expired);
    await request(other);
    expect(statusAndCode(await send(other, '/confirm', { passkey }))).toEqual(refused);
    const right = device.use(await request(admin));
    const [first, second] = [
      await send(admin, '/confirm', { passkey }),
      await send(admin, '/confirm', { passkey: right }),
    ];
    expect([statusAndCode(first), statusAndCode(second)]).toEqual([refused, expired]);

    const late = device.use(await request(admin));
    app.clock.advance(5 * minute);
    expect(statusAndCode(await send(admin, '/confirm', { passkey: late }))).toEqual(expired);

    const adding = await start(admin);
    expect(statusAndCode(await send(admin, '/confirm', { passkey: device.use(adding) }))).toEqual(expired);
  });

  it('to an earlier challenge is refused after a newer challenge', async () => {
    await enrol(admin, device);
    const earlier = await request(admin);
    await request(admin);
    expect(statusAndCode(await send(admin, '/confirm', { passkey: device.use(earlier) }))).toEqual(refused);
  });
});

describe('the owner of a passkey', () => {
  it('is one account: others cannot add, use, rename or remove it', async () => {
    const { passkey } = await enrol(admin, device);
    const other = await app.person({ role: 'ADMIN' });
    expect(statusAndCode(await finish(other, device))).toEqual([409, 'passkey_exists']);
    await enrol(other, createAuthenticator(site));
    expect(statusAndCode(await confirm(other, device))).toEqual(refused);
    const path = `/passkeys/${passkey._id}`;
    expect(statusAndCode(await send(other, path, { name: 'Mine' }, 'PATCH'))).toEqual([404, 'not_found']);
    expect(statusAndCode(await send(other, path, {}, 'DELETE'))).toEqual([404, 'not_found']);
    expect((await read(admin)).passkeys).toEqual([passkey]);
  });

  it('must be an administrator with a recent sign-in or factor, and has at most ten', async () => {
    const player = await app.person();
    expect(statusAndCode(await send(player, '/passkeys/start'))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await send(player, '/passkeys/request'))).toEqual([409, 'second_factor_missing']);
    const created = device.create(await start(admin));
    app.clock.advance(freshMs);
    const stale = await send(admin, '/passkeys/start');
    expect([statusAndCode(stale), stale.json().data]).toEqual([[403, 'sign_in_stale'], { minutes: 10 }]);
    expect(statusAndCode(await send(admin, '/passkeys/finish', { name: 'Late', created }))).toEqual([
      403,
      'sign_in_stale',
    ]);
    admin = await signInAgain(admin);
    for (let n = 0; n < passkeyLimits.perAccount; n++) await enrol(admin, createAuthenticator(site));
    const full = await send(admin, '/passkeys/start');
    expect([statusAndCode(full), full.json().data]).toEqual([[409, 'passkey_limit'], { max: 10 }]);
    app.clock.advance(freshMs);
    expect(statusAndCode(await send(admin, '/passkeys/start'))).toEqual([403, 'second_factor_required']);
  });
});
