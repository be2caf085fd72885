// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { enter as enterBy, type SignInForm, tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import type { DomainEvents, Task } from '../../../platform/jobs/outbox.ts';
import { seedPromotions } from '../../promotions/seed.ts';

const { app, sandbox } = openSignInApp({ deletionGraceMs: 14 * 24 * 3_600_000 });
let people = 0;
/** An address that one person has at one provider, and possibly another person later at the other. */
let email = '';
beforeAll(async () => {
  await app.db.transaction((tx) => seedPromotions(tx, app.clock.now()));
});
beforeEach(() => {
  email = `v${++people}@example.test`;
});

type Provider = 'google' | 'discord';
const enter = async (provider: Provider, form: SignInForm, ref?: string) => {
  const entered = await enterBy({ app, sandbox }, provider, form, ref);
  await runFirstSignIns();
  return { ...entered, profile: await getProfile(entered.token) };
};
const getProfile = async (token: string) => (await app.call({ url: '/auth/get-profile', token })).json().data;

async function runFirstSignIns(): Promise<void> {
  const jobs = await app.db.rows<{ payload: DomainEvents['player.first-signed-in'] }>(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'player.first-signed-in' returning j.payload`);
  for (const { payload } of jobs) await (app.app.tasks['player.first-signed-in'] as Task)(payload as never);
}

/** The changes of sign-in methods that a player was notified of. */
async function told(playerId: string) {
  const rows = await app.db.rows<{ payload: DomainEvents['player.sign-in-changed'] }>(sql`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'player.sign-in-changed' and j.payload ->> 'playerId' = ${playerId} order by j.id`);
  return rows.map(({ payload: { what, provider } }) => `${what} ${provider}`);
}

describe.each([
  ['google', 'discord'],
  ['discord', 'google'],
] as const)('a new %s identity with the address of a %s account', (by, owned) => {
  /** A browser on the page that asks whether to join. */
  async function asked(form: SignInForm = { email, account: `the new holder of ${email}` }, ref?: string) {
    const browser = visitor(app);
    const landing = await browser.signIn(sandbox, by, form, ref);
    expect(landing.location).toBe(`/join-account?with=${owned}`);
    return browser;
  }
  /** The profile after a landing page in that browser. */
  async function profileOf(
    browser: ReturnType<typeof visitor>,
    landing: { status: number; location: string },
  ) {
    const exchanged = await browser.exchange(tokenIn(landing));
    await runFirstSignIns();
    return getProfile(exchanged.json().data.authToken);
  }

  it('gets neither that account nor welcome coins from the address alone', { tags: ['long'] }, async () => {
    const owner = await enter(owned, { email });
    expect(owner.profile.gamerCoins).toBe(500);
    const browser = await asked();
    expect(await app.db.rows(sql`select from identities where email = ${email}`)).toHaveLength(1);
    const separate = await browser.separate();
    expect(separate.statusCode).toBe(200);
    await runFirstSignIns();
    const profile = await getProfile(separate.json().data.authToken);
    expect(profile).toMatchObject({ email, isVerified: true, gamerCoins: 0 });
    expect(profile._id).not.toBe(owner.profile._id);
    expect(await told(owner.profile._id)).toEqual([]);
    // From now on, the identity has its own account and no question is asked.
    const again = await enter(by, { email, account: `the new holder of ${email}` });
    expect(again.profile).toMatchObject({ _id: profile._id, gamerCoins: 0 });
  });

  it('joins the account after signing in to it, and the owner is notified', { tags: ['long'] }, async () => {
    const owner = await enter(owned, { email });
    const browser = await asked({ email });
    const joined = await profileOf(browser, await browser.confirm(sandbox, owned, { email }));
    expect(joined._id).toBe(owner.profile._id);
    await (app.app.tasks['tell-earlier-sign-ins'] as Task)({} as never);
    expect(await told(joined._id)).toEqual([`added ${by}`]);
    expect((await enter(by, { email })).profile._id).toBe(joined._id);
    expect(await told(joined._id)).toHaveLength(1);
  });

  it('cannot join by confirming with another account, and may choose again', { tags: ['long'] }, async () => {
    const owner = await enter(owned, { email });
    const browser = await asked();
    for (const stranger of [`stranger-${email}`, `nobody-${email}`]) {
      if (stranger.startsWith('stranger')) await enter(owned, { email: stranger });
      const landing = await browser.confirm(sandbox, owned, { email: stranger });
      expect(landing.location).toBe(`/join-account?with=${owned}&error=sign_in_join_other`);
    }
    expect(await app.db.rows(sql`select from identities where email = ${`nobody-${email}`}`)).toEqual([]);
    expect((await browser.separate()).statusCode).toBe(200);
    expect(await told(owner.profile._id)).toEqual([]);
  });

  it('decides once, even with a copy of the cookie', async () => {
    await enter(owned, { email });
    const browser = await asked();
    const copy = new Map(browser.cookies);
    expect((await browser.separate()).statusCode).toBe(200);
    expect((await browser.separate()).json().code).toBe('sign_in_expired');
    for (const [name, value] of copy) browser.cookies.set(name, value);
    expect((await browser.separate()).json().code).toBe('sign_in_expired');
    const late = await asked({ email, account: `another new holder of ${email}` });
    app.clock.advance(10 * 60_000);
    expect((await late.separate()).json().code).toBe('sign_in_expired');
    expect((await late.confirm(sandbox, owned, { email })).location).toBe('/?error=sign_in_expired');
  });

  it('counts as a referral only after the account has given up the address', { tags: ['long'] }, async () => {
    const friend = await enter('google', { email: `friend-${email}` });
    const account = `the owner of ${email}`;
    await enter(owned, { email, account });
    const browser = await asked(undefined, friend.profile.referralCode);
    await browser.separate();
    const invited = async () => (await getProfile(friend.token)).invitedUsersCount;
    expect(await invited()).toBe(0);
    await enter(owned, { email: `moved-${email}`, account });
    const later = await enter(by, { email, account: `the new holder of ${email}` });
    expect([await invited(), later.profile.gamerCoins]).toEqual([1, 500]);
  });

  it('cannot take over a deleted account that can still be restored', async () => {
    const owner = await enter(owned, { email });
    const payload = { confirmation: 'DELETE' };
    await app.call({ method: 'POST', url: '/auth/delete-account', token: owner.token, payload });
    const browser = await asked();
    const back = await browser.confirm(sandbox, owned, { email });
    expect((await browser.exchange(tokenIn(back))).json().code).toBe('account_leaving');
    const known = await app.db.rows(sql`select provider from identities where email = ${email}`);
    expect(known).toEqual([{ provider: owned }]);
    const stranger = await asked({ email, account: `a stranger with ${email}` });
    const separate = await stranger.separate();
    expect((await getProfile(separate.json().data.authToken))._id).not.toBe(owner.profile._id);
  });
});

it('a second account with the same address at one provider gets no welcome coins', async () => {
  await enter('google', { email });
  const recycled = await enter('google', { email, account: `the new holder of ${email}` });
  expect(recycled.profile).toMatchObject({ email, gamerCoins: 0 });
});

it('owners of accounts joined by the previous release are notified once', async () => {
  const { profile, token } = await enter('google', { email });
  await app.db.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified, first_verified_at)
    values ('discord', ${`1${people}`}, ${profile._id}, ${email}, true, now())`);
  const tell = app.app.tasks['tell-earlier-sign-ins'] as Task;
  await tell({} as never);
  await tell({} as never);
  expect(await told(profile._id)).toEqual(['added discord']);
  expect((await enter('google', { email })).profile._id).toBe(profile._id);
  const listed = (await app.call({ url: '/auth/sign-ins', token })).json().data;
  expect(listed.map(({ provider }: { provider: string }) => provider).sort()).toEqual(['discord', 'google']);
});
