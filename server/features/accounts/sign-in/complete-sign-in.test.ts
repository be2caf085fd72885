// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { noPauses } from '../../../../tests/support/open-play.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { accountKeys, hashToken, identityHash, networkHash } from '../tokens.ts';
import { completeSignIn, type SignInOrigin } from './complete-sign-in.ts';
import { cookiesFor, seal, unseal } from './cookies.ts';
import { rememberDeletedIdentity } from './deleted-identity-store.ts';
import { findSignInToken } from './sign-in-token-store.ts';

const now = new Date('2026-03-10T12:00:00Z');
const at = now.toISOString();
const network = '203.0.113.0';
const boss = 'boss@x.test';
const keys = accountKeys('a secret of 32 letters, as it is made');

const db = openTestDatabase({ poolSize: 3 });
let people = 0;
const resumed: unknown[][] = [];
beforeEach(async () => {
  people++;
  resumed.length = 0;
  await db.run(sql`delete from graphile_worker._private_jobs`);
});

const newPerson = (changes: Partial<ProviderPerson> = {}): ProviderPerson => ({
  provider: 'google',
  subject: `subject-${people}`,
  email: `person${people}@x.test`,
  isEmailVerified: true,
  name: 'Ada Ring',
  avatarUrl: 'https://pictures.test/a.png',
  ...changes,
});
const signIn = (person: ProviderPerson, ref: string | null = null, origin: Partial<SignInOrigin> = {}) =>
  completeSignIn(
    person,
    { ref, network, ...origin },
    {
      db,
      clock: { now: () => now },
      keys,
      superAdminEmails: [boss],
      playPauses: { ...noPauses, resumePause: async (_tx, ...said) => void resumed.push(said) },
    },
  );
let decisions = 0;
/** A new decision about joining. */
const once = () => ({
  stateHash: hashToken(`decision ${++decisions}`),
  expiresAt: new Date(now.getTime() + 600_000),
});
/** The account of a sign-in, found by its token. A person who could join another account gets a separate one. */
async function signedIn(person: ProviderPerson, ref?: string): Promise<string> {
  const given = await signIn(person, ref);
  if ('mayJoin' in given) return accountOf(await signIn(person, ref, { separate: { once: once() } }));
  return accountOf(given);
}
/** The same for a person who joins the account of `confirmedBy`. */
async function joined(person: ProviderPerson, confirmedBy: ProviderPerson): Promise<string> {
  expect(await signIn(person)).toEqual({ mayJoin: confirmedBy.provider });
  return accountOf(await signIn(confirmedBy, null, { joining: { person, once: once() } }));
}
async function accountOf(given: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  if (!('authToken' in given)) throw new Error(JSON.stringify(given));
  const token = { tokenHash: hashToken(given.authToken), browserHash: hashToken(given.browserSecret) };
  const lasts = (ms: number) => findSignInToken(db, { ...token, now: new Date(now.getTime() + ms) });
  expect(await lasts(5 * 60_000)).toBeUndefined();
  return (await lasts(5 * 60_000 - 1)) as string;
}
/** Events published since the test began. */
const told = async () =>
  (
    await db.rows<{ name: string; payload: object }>(sql`
      select task.identifier as name, job.payload from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id order by job.id`)
  ).map(({ name, payload }) => [name, payload]);
const playerRow = (id: string) =>
  db.one<Record<string, unknown>>(sql`
    select name, email, avatar_url, is_verified, role, role_since, role_given_by, referred_by, invited_users_count,
      discord_user_id, created_at
    from players where id = ${id}`);
const codeOf = async (id: string) =>
  (await db.one<{ code: string }>(sql`select referral_code as code from players where id = ${id}`)).code;
const set = (id: string, change: ReturnType<typeof sql>) =>
  db.run(sql`update players set ${change} where id = ${id}`);

describe('a new player', () => {
  it("gets an account from the provider's data, and the other features are notified", async () => {
    const person = newPerson({ email: ` Person${people}@X.test ` });
    const playerId = await signedIn(person);
    expect(await playerRow(playerId)).toEqual({
      name: 'Ada Ring',
      email: `person${people}@x.test`,
      avatarUrl: 'https://pictures.test/a.png',
      isVerified: true,
      role: 'USER',
      roleSince: null,
      roleGivenBy: null,
      referredBy: null,
      invitedUsersCount: 0,
      discordUserId: null,
      createdAt: now,
    });
    const signed = {
      ...{ playerId, referrerId: null, networkHash: networkHash(keys.network, network), at },
    };
    const hash = identityHash(keys.identity, 'google', person.subject);
    expect(await told()).toEqual([
      ['player.first-signed-in', { playerId, provider: 'google', identityHash: hash, at }],
      ['player.signed-in', signed],
    ]);
    expect(await signedIn(person)).toBe(playerId);
    expect((await told()).slice(2)).toEqual([['player.signed-in', signed]]);
  });

  it('needs a non-empty email address', async () => {
    for (const email of [null, '', ' ']) {
      expect(await signIn(newPerson({ email }))).toEqual({ refused: 'sign_in_email_missing' });
    }
    expect(await told()).toEqual([]);
  });

  it('counts as a referral once the address is verified', async () => {
    const referrer = await signedIn(
      newPerson({ subject: `friend-${people}`, email: `friend${people}@x.test` }),
    );
    const code = await codeOf(referrer);
    await db.run(sql`delete from graphile_worker._private_jobs`);
    const person = newPerson({ isEmailVerified: false });
    const playerId = await signedIn(person, code);
    expect(await playerRow(playerId)).toMatchObject({ referredBy: null, isVerified: false });
    expect((await told()).map(([name]) => name)).toEqual(['player.signed-in']);
    await signedIn({ ...person, isEmailVerified: true });
    await signedIn({ ...person, isEmailVerified: true });
    expect(await playerRow(playerId)).toMatchObject({ referredBy: referrer, isVerified: true });
    expect((await playerRow(referrer)).invitedUsersCount).toBe(1);
    expect(
      (await told()).map(([name, said]) => [name, (said as { referrerId?: string }).referrerId]),
    ).toEqual([
      ['player.signed-in', null],
      ['player.first-signed-in', undefined],
      ['player.signed-in', referrer],
      ['player.signed-in', null],
    ]);
  });

  it('counts as no referral while another account has the same address', async () => {
    const person = newPerson();
    const own = await signedIn(person);
    const discord = newPerson({ provider: 'discord', subject: `13${people}` });
    const second = await signedIn(discord, await codeOf(own));
    expect(second).not.toBe(own);
    const friend = await signedIn(newPerson({ subject: `f${people}`, email: `f${people}@x.test` }));
    const third = newPerson({ provider: 'discord', subject: `14${people}` });
    const invited = await signedIn(third, await codeOf(friend));
    const welcomed = async () =>
      (await told()).filter(([name]) => name === 'player.first-signed-in').map(([, fact]) => fact);
    expect(await welcomed()).toMatchObject([{ playerId: own }, { playerId: friend }]);
    expect(await playerRow(invited)).toMatchObject({ referredBy: null, isVerified: true });
    // The other accounts have other addresses by now. The code of an account that once had this address never counts.
    await signedIn({ ...person, email: `moved${people}@x.test` });
    await signedIn({ ...discord, email: `moved-too${people}@x.test` });
    await signedIn(third);
    await signedIn(third);
    expect(await playerRow(invited)).toMatchObject({ referredBy: friend });
    expect((await welcomed()).slice(2)).toMatchObject([{ playerId: second }, { playerId: invited }]);
    expect(await playerRow(own)).toMatchObject({ invitedUsersCount: 0 });
  });

  it('joins an account that confirms it, and links Discord unless another player has it', async () => {
    const person = newPerson();
    const google = await signedIn(person);
    const discord = newPerson({ provider: 'discord', subject: `10${people}` });
    expect(await joined(discord, person)).toBe(google);
    expect((await playerRow(google)).discordUserId).toBe(`10${people}`);
    const owner = newPerson({ subject: 'other', email: 'other@x.test' });
    const other = await signedIn(owner);
    await set(other, sql`discord_user_id = ${`20${people}`}`);
    const taken = newPerson({ provider: 'discord', subject: `20${people}`, email: 'other@x.test' });
    expect(await joined(taken, owner)).toBe(other);
    expect((await playerRow(other)).discordUserId).toBe(`20${people}`);
    const third = newPerson({ provider: 'discord', subject: '30', email: 'third@x.test' });
    await set(other, sql`discord_user_id = '30'`);
    expect((await playerRow(await signedIn(third))).discordUserId).toBeNull();
  });

  it('joins no account whose address only looks alike, such as one with a Kelvin sign', async () => {
    const owner = newPerson({ email: `kate${people}@x.test` });
    const kate = await signedIn(owner);
    const alike = newPerson({
      provider: 'discord',
      subject: `11${people}`,
      email: `\u212Aate${people}@x.test`,
    });
    expect(await signedIn(alike)).not.toBe(kate);
    const capital = { ...alike, subject: `12${people}`, email: `KATE${people}@X.test` };
    expect(await joined(capital, owner)).toBe(kate);
  });

  it('passes on the Epic accounts linked at Discord, also when there are none', async () => {
    const shown = async (gameAccountIds?: string[]) => {
      await db.run(sql`delete from graphile_worker._private_jobs`);
      const person = newPerson({ provider: 'discord', subject: `40${people}` });
      const playerId = await signedIn({ ...person, ...(gameAccountIds && { gameAccountIds }) });
      const said = (await told()).filter(([name]) => name === 'player.epic-accounts-shown');
      return said.map(([, payload]) => payload).map((one) => ({ ...(one as object), isOwn: playerId }));
    };
    expect(await shown()).toEqual([]);
    expect(await shown([])).toMatchObject([{ accountIds: [], at }]);
    const [all] = await shown(['a', 'b']);
    expect(all).toMatchObject({ accountIds: ['a', 'b'], playerId: all?.isOwn });
  });

  it('becomes SUPER_ADMIN by a verified address from the configuration', async () => {
    const person = newPerson({ email: boss, isEmailVerified: false });
    const playerId = await signedIn(person);
    expect((await playerRow(playerId)).role).toBe('USER');
    await signedIn({ ...person, isEmailVerified: true });
    const appointed = { role: 'SUPER_ADMIN', roleSince: now, roleGivenBy: null };
    expect(await playerRow(playerId)).toMatchObject(appointed);
    const earlier = new Date(now.getTime() - 1);
    await set(playerId, sql`role_since = ${earlier}`);
    await signedIn({ ...person, isEmailVerified: true });
    expect(await playerRow(playerId)).toMatchObject({ ...appointed, roleSince: earlier });
  });
});

describe('a returning player', () => {
  it('is refused while suspended, with either provider and after deleting the account', async () => {
    const person = newPerson();
    const playerId = await signedIn(person);
    await set(playerId, sql`suspended_at = ${now}`);
    const refused = { refused: 'sign_in_suspended' };
    expect(await signIn(person)).toEqual(refused);
    expect(await signIn(newPerson({ provider: 'discord', subject: `50${people}` }))).toEqual(refused);
    const gone = newPerson({ subject: 'gone', email: 'gone@x.test' });
    const hash = identityHash(keys.identity, 'google', 'gone');
    const remember = (wasSuspended: boolean, playPausedUntil: Date | null) =>
      db.transaction((tx) =>
        rememberDeletedIdentity(tx, { hash, deletedAt: now, wasSuspended, playPausedUntil }),
      );
    await remember(true, null);
    expect(await signIn(gone)).toEqual(refused);
    // Not suspended: the person gets a new account without crediting a referrer, and its pause continues.
    const until = new Date(now.getTime() + 1_000);
    await remember(false, until);
    await set(playerId, sql`suspended_at = null`);
    const again = await signedIn(gone, await codeOf(playerId));
    expect(resumed).toEqual([[again, until, now]]);
    expect(await playerRow(again)).toMatchObject({ referredBy: null });
    expect((await playerRow(playerId)).invitedUsersCount).toBe(0);
  });

  it('gets only a token while the deleted account can be restored', async () => {
    const person = newPerson();
    const playerId = await signedIn(person);
    await set(playerId, sql`deleted_at = ${now}, role = 'USER'`);
    await db.run(sql`delete from graphile_worker._private_jobs`);
    expect(await signedIn({ ...person, email: 'changed@x.test' })).toBe(playerId);
    const discord = newPerson({ provider: 'discord', subject: `60${people}`, gameAccountIds: ['x'] });
    expect(await joined(discord, person)).toBe(playerId);
    expect(await told()).toEqual([]);
    const known = await db.rows(sql`select provider, email from identities where player_id = ${playerId}`);
    expect(known).toEqual([{ provider: 'google', email: `person${people}@x.test` }]);
  });

  it('loses the verified mark only when no other provider verifies the address', {
    tags: ['long'],
  }, async () => {
    const person = newPerson();
    const discord = newPerson({ provider: 'discord', subject: `70${people}` });
    const playerId = await signedIn(person);
    expect(await joined(discord, person)).toBe(playerId);
    const isVerified = async (by: ProviderPerson) => {
      expect(await signedIn(by)).toBe(playerId);
      return (await playerRow(playerId)).isVerified;
    };
    expect(await isVerified({ ...person, isEmailVerified: false })).toBe(true);
    expect(await isVerified({ ...discord, isEmailVerified: false })).toBe(false);
    expect(await isVerified({ ...discord, email: null })).toBe(false);
    expect(await isVerified(person)).toBe(true);
    // An address that an administrator entered stays.
    await set(playerId, sql`email = 'shown@x.test', is_email_entered = true, is_verified = false`);
    expect(await isVerified(person)).toBe(false);
    expect((await playerRow(playerId)).email).toBe('shown@x.test');
  });
});

describe('the sign-in cookies', () => {
  const options = (secure: boolean, maxAge: number) => ({
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge },
  });
  it.each([
    ['https://play.example', true, '__Host-', ''],
    ['https://play.example:8443', true, '__Host-', ''],
    ['http://localhost:3100', false, '', '_3100'],
    ['http://localhost', false, '', ''],
    ['https://app.localhost:3100', true, '__Host-', '_3100'],
    ['http://127.0.0.1:3100', false, '', '_3100'],
    ['http://localhost.example:3100', false, '', ''],
    ['http://10.127.0.1:3100', false, '', ''],
  ])('of %s have their own names and options', (url, isSecure, before, after) => {
    expect(cookiesFor(url)).toEqual({
      signIn: { name: `${before}sign_in${after}`, options: options(isSecure, 600) },
      exchange: { name: `${before}sign_in_browser${after}`, options: options(isSecure, 300) },
      join: { name: `${before}sign_in_join${after}`, options: options(isSecure, 600) },
    });
  });

  it('carry sealed data for either provider, and reject incomplete data', () => {
    const key = Buffer.alloc(32, 1);
    const underWay = {
      state: 's',
      nonce: 'n',
      codeVerifier: 'v',
      ref: 'FRIEND',
      joins: true,
      expiresAt: now.getTime() + 1,
    };
    for (const provider of ['google', 'discord'] as const) {
      const cookie = seal(key, 'signIn', { provider, ...underWay });
      expect(cookie).toMatch(/^[\w-]+\.[\w-]{43}$/);
      expect(unseal(key, 'signIn', cookie, now)).toEqual({ provider, ...underWay });
      expect(unseal(key, 'signIn', cookie.replace('.', ''), now)).toBeUndefined();
    }
    const incomplete = seal(key, 'signIn', { provider: 'google', ...underWay, state: undefined as never });
    expect(() => unseal(key, 'signIn', incomplete, now)).toThrow();
  });
});
