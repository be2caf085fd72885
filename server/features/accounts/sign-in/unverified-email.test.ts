// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { noPauses } from '../../../../tests/support/open-play.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { type SignInForm, tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import type { DomainEvents, Task } from '../../../platform/jobs/outbox.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { seedPromotions } from '../../promotions/seed.ts';
import { getContact } from '../player-store.ts';
import { accountKeys } from '../tokens.ts';
import { completeSignIn } from './complete-sign-in.ts';

const boss = 'boss@finalring.test';
const { app, sandbox } = openSignInApp({ superAdminEmails: [boss] });
beforeAll(async () => {
  await app.db.transaction((tx) => seedPromotions(tx, app.clock.now()));
});

let people = 0;
const newEmail = () => `person${++people}@verified.test`;

async function enter(provider: 'google' | 'discord', form: SignInForm, ref?: string) {
  const browser = visitor(app);
  const exchanged = await browser.exchange(tokenIn(await browser.signIn(sandbox, provider, form, ref)));
  const token: string = exchanged.json().data.authToken;
  await runJobs();
  return (await app.call({ url: '/auth/get-profile', token })).json().data;
}
const unverified = (email: string) => ({ email, isVerified: false });

/** Runs the jobs that the sign-ins enqueued, each as often as a queue may. */
async function runJobs(): Promise<void> {
  const jobs = await app.db.rows<{ id: string; task: string; payload: never }>(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier like 'player.%'
    returning j.id, t.identifier as task, j.payload`);
  for (const { task, payload } of jobs.sort((one, other) => Number(one.id) - Number(other.id))) {
    const run = app.app.tasks[task as keyof DomainEvents] as Task;
    await run(payload);
    await run(payload);
  }
}

const coinsFor = async (email: string) => (await enter('google', { email })).gamerCoins;

describe('an unverified address', () => {
  it.each(['google', 'discord'] as const)(
    'gives its holder a separate account by %s, without coins or role',
    async (by) => {
      const email = newEmail();
      const profile = await enter(by, unverified(email));
      expect(profile).toMatchObject({ email, isVerified: false, gamerCoins: 0, role: 'USER' });
      expect(await getContact(app.db, profile._id)).toBeUndefined();
      const again = await enter(by, unverified(email));
      expect([again._id, again.gamerCoins]).toEqual([profile._id, 0]);
    },
  );

  it('joins no account, and takes nothing from the real owner', { tags: ['long'] }, async () => {
    const email = newEmail();
    const squatter = await enter('discord', unverified(email));
    const owner = await enter('google', { email });
    expect(owner._id).not.toBe(squatter._id);
    expect(owner).toMatchObject({ email, isVerified: true, gamerCoins: 500 });

    const other = newEmail();
    const known = await enter('google', { email: other });
    expect((await enter('discord', unverified(other)))._id).not.toBe(known._id);
  });

  it('makes nobody SUPER_ADMIN', async () => {
    expect((await enter('google', unverified(boss))).role).toBe('USER');
    expect((await enter('google', { email: boss })).role).toBe('SUPER_ADMIN');
  });

  it('cannot enter a giveaway', { tags: ['long'] }, async () => {
    const admin = await app.signIn((await createPlayer(app.db, { role: 'ADMIN' })).id);
    const now = app.clock.now().getTime();
    const payload = {
      title: 'Free for all',
      prizeType: 'GC',
      prizeAmount: 10,
      winnerCount: 1,
      startDate: new Date(now - 1_000).toISOString(),
      endDate: new Date(now + 3_600_000).toISOString(),
    };
    const made = await app.call({ method: 'POST', url: '/giveaways/create', token: admin, payload });
    const email = newEmail();
    const enterAs = async ({ _id }: { _id: string }) => {
      const url = `/giveaways/${made.json().data._id}/enter`;
      return (await app.call({ method: 'POST', url, token: await app.signIn(_id) })).json();
    };
    const refused = await enterAs(await enter('google', unverified(email)));
    expect(refused).toMatchObject({ code: 'giveaway_needs_verified_email' });
    expect((await enterAs(await enter('google', { email }))).data.myEntry).toEqual(expect.any(String));
  });

  it('counts as a referral once, when it is verified', { tags: ['long'] }, async () => {
    const friend = await enter('google', { email: newEmail() });
    const invited = async () =>
      (await app.db.row<{ count: number; rows: number }>(sql`
        select invited_users_count as count,
          (select count(*) from referrals where referrer_id = ${friend._id}) as rows
        from players where id = ${friend._id}`)) as { count: number; rows: number };
    const email = newEmail();
    const player = await enter('google', unverified(email), friend.referralCode);
    await enter('google', unverified(email), friend.referralCode);
    expect(await invited()).toEqual({ count: 0, rows: 0 });
    expect((await enter('google', { email }))._id).toBe(player._id);
    await enter('google', { email });
    expect(await invited()).toEqual({ count: 1, rows: 1 });
  });

  it("never counts as a referral by the player's own other account", { tags: ['long'] }, async () => {
    const email = newEmail();
    const own = await enter('google', { email });
    const second = await enter('discord', unverified(email), own.referralCode);
    expect((await enter('discord', { email }))._id).toBe(second._id);
    expect((await enter('google', { email })).invitedUsersCount).toBe(0);
    expect(await app.db.rows(sql`select from referrals where invitee_id = ${second._id}`)).toEqual([]);
  });
});

describe('an account whose address is verified later', () => {
  it('gets its welcome coins then, once', { tags: ['long'] }, async () => {
    const email = newEmail();
    const first = await enter('google', unverified(email));
    const then = await enter('google', { email });
    expect(then).toMatchObject({ _id: first._id, isVerified: true, gamerCoins: 500 });
    expect(await getContact(app.db, first._id)).toMatchObject({ email });
    await enter('google', unverified(email));
    await app.db.transaction((tx) => seedPromotions(tx, app.clock.now()));
    await app.db.run(sql`
      insert into events (title, type, triggers, starts_at, ends_at, reward_currency, reward_amount, multiplier)
      select 'Later welcome', type, triggers, now() - interval '1 hour', now() + interval '1 day', 'GC', 77, 1
      from events where 'FIRST_LOGIN' = any (triggers) limit 1`);
    expect(await coinsFor(email)).toBe(500);
    await app.db.run(sql`delete from events where title = 'Later welcome'`);
  });

  it('may then be joined by another provider that verified it', { tags: ['long'] }, async () => {
    const email = newEmail();
    const asked = async () => (await visitor(app).signIn(sandbox, 'discord', { email })).location;
    await enter('google', unverified(email));
    await enter('google', { email });
    expect(await asked()).toBe('/join-account?with=google');
    await enter('google', unverified(email));
    expect(await asked()).toMatch(/^\/google-login-success/);
  });
});

describe('a known identity', () => {
  it('is admitted when its provider withdraws the verification, but nobody can join it by that address', async () => {
    const email = newEmail();
    const known = await enter('google', { email });
    const later = await enter('google', unverified(email));
    expect(later).toMatchObject({ _id: known._id, isVerified: false, gamerCoins: 500 });
    expect(await getContact(app.db, known._id)).toBeUndefined();
    expect((await enter('discord', { email }))._id).not.toBe(known._id);
    expect((await enter('google', { email })).isVerified).toBe(true);
  });

  describe('with odd data from the provider', () => {
    const deps = () => ({
      db: app.db,
      clock: app.clock,
      keys: accountKeys('a secret for tests, long enough to be taken'),
      superAdminEmails: [boss],
      playPauses: noPauses,
    });
    const from = { ref: null, network: '203.0.113.0' };
    const person = (changes: Partial<ProviderPerson>): ProviderPerson => ({
      provider: 'google',
      subject: `subject-${people}`,
      email: null,
      isEmailVerified: false,
      name: 'Told',
      avatarUrl: null,
      ...changes,
    });

    it('is admitted without an address, while a new one is refused', async () => {
      const email = newEmail();
      expect(await completeSignIn(person({}), from, deps())).toEqual({ refused: 'sign_in_email_missing' });
      const known = { email, isEmailVerified: true };
      expect(await completeSignIn(person(known), from, deps())).toHaveProperty('authToken');
      expect(await completeSignIn(person({}), from, deps())).toHaveProperty('authToken');
      const row = await app.db.row(sql`
        select email, email_verified as is_verified from identities where subject = ${`subject-${people}`}`);
      expect(row).toEqual({ email, isVerified: false });
    });

    it('is welcomed once when several sign-ins verify it concurrently', async () => {
      const email = newEmail();
      const friend = await enter('google', { email: newEmail() });
      const invited = { ref: friend.referralCode, network: '203.0.113.0' };
      await completeSignIn(person({ email }), invited, deps());
      await runJobs();
      const proven = person({ email, isEmailVerified: true });
      await Promise.all(Array.from({ length: 6 }, () => completeSignIn(proven, from, deps())));
      const row = await app.db.row(sql`
        select (select invited_users_count from players where id = ${friend._id}) as invited, count(*) as welcomes
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'player.first-signed-in'`);
      expect(row).toEqual({ invited: 1, welcomes: 1 });
      await runJobs();
    });

    it('does not join an account that already has an identity of the same provider', async () => {
      const email = newEmail();
      await enter('google', { email });
      const second = person({ email, isEmailVerified: true });
      expect(await completeSignIn(second, from, deps())).toHaveProperty('authToken');
      const owners = await app.db.rows<{ playerId: string }>(sql`
        select distinct player_id from identities where email = ${email} and provider = 'google'`);
      expect(owners).toHaveLength(2);
    });

    it('replaces an unverified address with one verified later', async () => {
      const [claimed, own] = [newEmail(), newEmail()];
      await completeSignIn(person({ email: claimed }), from, deps());
      await completeSignIn(person({ email: own, isEmailVerified: true }), from, deps());
      const row = await app.db.row(sql`
        select p.email, p.is_verified from players p
        join identities i on i.player_id = p.id where i.subject = ${`subject-${people}`}`);
      expect(row).toEqual({ email: own, isVerified: true });
    });
  });
});
