// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { enter as enterBy, tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import { seedPromotions } from '../../promotions/seed.ts';
import { announceCommands } from '../feature.ts';

const { app, sandbox } = openSignInApp({ superAdminEmails: ['boss@finalring.test'] });

const getProfile = async (token: string) => (await app.call({ url: '/auth/get-profile', token })).json().data;

const enter = (provider: 'google' | 'discord', email: string, ref?: string) =>
  enterBy({ app, sandbox }, provider, { email }, ref);

it.each(['google', 'discord'] as const)('signs a new player in by %s', async (provider) => {
  const browser = visitor(app);
  const landing = await browser.signIn(sandbox, provider, {
    email: `New.${provider}@x.test`,
    name: 'Ada  Ring',
  });
  expect(landing.status).toBe(303);
  expect(landing.location).toMatch(/^\/google-login-success\?authToken=[\w-]{43}$/);

  const answer = await browser.exchange(tokenIn(landing));
  expect(answer.statusCode).toBe(200);
  const profile = await getProfile(answer.json().data.authToken);
  expect(profile).toMatchObject({
    name: 'Ada Ring',
    email: `new.${provider}@x.test`,
    role: 'USER',
    permissions: [],
    isVerified: true,
    discordLinked: provider === 'discord',
    gamerCoins: 0,
    xp: 0,
    referralTokens: 0,
    totalReferrals: 0,
    invitedUsersCount: 0,
    challengeStats: { wins: 0, loss: 0, totalChallenges: 0 },
    purchasedGiftCards: [],
  });
  expect(profile.referralCode).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
  expect(profile.googleId).toEqual(provider === 'google' ? expect.stringMatching(/^\d{21}$/) : null);
});

it('keeps a pending sign-in in a cookie hidden from scripts and other sites', async () => {
  const start = await visitor(app).visit('/api/v1/auth/google');
  expect(start.setCookies).toHaveLength(1);
  expect(start.setCookies[0]).toMatch(/^sign_in_3000=/);
  expect(start.setCookies[0]).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const { searchParams } = new URL(start.location);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  expect(searchParams.get('nonce')).toBeTruthy();
  expect(searchParams.get('scope')).toBe('openid email profile');
});

it('finds the same player again, and publishes the first sign-in once', { tags: ['long'] }, async () => {
  const first = await enter('google', 'again@x.test');
  const second = await enter('google', 'AGAIN@x.test');
  expect(second.profile._id).toBe(first.profile._id);
  expect(second.token).not.toBe(first.token);
  const jobs = await app.db.rows<{ payload: { playerId: string } }>(sql`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'player.first-signed-in'`);
  expect(jobs.filter(({ payload }) => payload.playerId === first.profile._id)).toHaveLength(1);
});

it('never joins by an address that an administrator edited', { tags: ['long'] }, async () => {
  const victim = await enter('google', 'victim@x.test');
  await app.db.run(sql`update players set email = 'edited@x.test' where id = ${victim.profile._id}`);
  const other = await enter('discord', 'edited@x.test');
  expect(other.profile._id).not.toBe(victim.profile._id);
});

it('makes one account of concurrent first sign-ins, and lets the other provider join it', async () => {
  const browsers = [visitor(app), visitor(app), visitor(app), visitor(app)];
  const callbacks = await Promise.all(
    browsers.map((browser, index) =>
      browser.upToCallback(sandbox, index % 2 ? 'google' : 'discord', { email: 'race@x.test' }),
    ),
  );
  const landings = await Promise.all(browsers.map((browser, index) => browser.visit(callbacks[index] ?? '')));
  const ends = landings.map(({ location }) => location.split('=')[0]).sort();
  expect(ends).toEqual([
    ...Array(2).fill('/google-login-success?authToken'),
    ...Array(2).fill('/join-account?with'),
  ]);
  const row = await app.db.row(sql`
    select count(distinct player_id) as players, count(*) as identities from identities where email = 'race@x.test'`);
  expect(row).toEqual({ players: 1, identities: 1 });
});

it('counts a referral at the first sign-up only, in any spelling', { tags: ['long'] }, async () => {
  const friend = await enter('google', 'friend@x.test');
  const code: string = friend.profile.referralCode;
  const invited = await enter('discord', 'invited@x.test', code.toLowerCase());
  await enter('discord', 'invited@x.test', code);
  await enter('google', 'friend@x.test', code);
  await enter('google', 'nobody@x.test', 'NOSUCHCODE');
  await enter('google', 'nonsense@x.test', encodeURIComponent('<script>'));
  expect((await getProfile(friend.token)).invitedUsersCount).toBe(1);
  const row = await app.db.row(sql`select referred_by from players where id = ${invited.profile._id}`);
  expect(row).toEqual({ referredBy: friend.profile._id });
});

it('counts no referral for a suspended friend', async () => {
  const friend = await enter('google', 'suspended@x.test');
  const { _id: id, referralCode } = friend.profile;
  await app.db.run(sql`update players set suspended_at = now() where id = ${id}`);
  const invited = await enter('google', 'invited-late@x.test', referralCode);
  const row = await app.db.row(sql`
    select invited_users_count as count,
      (select referred_by from players where id = ${invited.profile._id}) as referred_by
    from players where id = ${id}`);
  expect(row).toEqual({ count: 0, referredBy: null });
});

it('makes a player with an address in SUPER_ADMIN_EMAILS a SUPER_ADMIN', async () => {
  const boss = await enter('google', 'Boss@finalring.test');
  expect(boss.profile.role).toBe('SUPER_ADMIN');
  expect(boss.profile.permissions).toContain('roles:write');
});

it.each(['google', 'discord'] as const)('returns every %s failure to the web app', async (provider) => {
  const form = { email: `failing.${provider}@x.test` };
  const toError = async (landing: Promise<{ status: number; location: string }>) => {
    const { status, location } = await landing;
    expect(status).toBe(303);
    return location;
  };

  const refused = visitor(app);
  expect(await toError(refused.signIn(sandbox, provider, { ...form, cancels: true }))).toBe(
    '/?error=sign_in_refused',
  );

  const elsewhere = await visitor(app).upToCallback(sandbox, provider, form);
  expect(await toError(visitor(app).visit(elsewhere))).toBe('/?error=sign_in_elsewhere');

  const wrongState = visitor(app);
  const stolen = new URL(await wrongState.upToCallback(sandbox, provider, form));
  stolen.searchParams.set('state', 'another');
  expect(await toError(wrongState.visit(stolen.href))).toBe('/?error=sign_in_expired');

  const forged = visitor(app);
  const address = await forged.upToCallback(sandbox, provider, form);
  const cookie = forged.cookies.get('sign_in_3000') ?? '';
  forged.cookies.set('sign_in_3000', `x${cookie}`);
  expect(await toError(forged.visit(address))).toBe('/?error=sign_in_expired');

  const slow = visitor(app);
  const late = await slow.upToCallback(sandbox, provider, form);
  app.clock.advance(10 * 60_000);
  expect(await toError(slow.visit(late))).toBe('/?error=sign_in_expired');

  const replaying = visitor(app);
  const once = await replaying.upToCallback(sandbox, provider, form);
  const kept = new Map(replaying.cookies);
  expect(await toError(replaying.visit(once))).toMatch(/^\/google-login-success/);
  for (const [name, value] of kept) replaying.cookies.set(name, value);
  app.clock.advance(10_000);
  expect(await toError(replaying.visit(once))).toBe('/?error=sign_in_code_used');

  await app.db.run(sql`update players set suspended_at = now() where email = ${form.email}`);
  expect(await toError(visitor(app).signIn(sandbox, provider, form))).toBe('/?error=sign_in_suspended');
});

it('refuses a callback of the other provider', async () => {
  const browser = visitor(app);
  const callback = await browser.upToCallback(sandbox, 'google', { email: 'mixed@x.test' });
  const { location } = await browser.visit(callback.replace('/google/', '/discord/'));
  expect(location).toBe('/?error=sign_in_expired');
});

it('exchanges the token once, in the same browser, within five minutes', async () => {
  const browser = visitor(app);
  const token = tokenIn(await browser.signIn(sandbox, 'google', { email: 'exchange@x.test' }));
  const thief = await visitor(app).exchange(token);
  expect([thief.statusCode, thief.json().code]).toEqual([400, 'exchange_invalid']);

  const otherBrowser = visitor(app);
  await otherBrowser.signIn(sandbox, 'google', { email: 'thief@x.test' });
  expect((await otherBrowser.exchange(token)).json().code).toBe('exchange_invalid');

  const cookies = new Map(browser.cookies);
  const answers = await Promise.all([
    browser.exchange(token),
    browser.exchange(token),
    browser.exchange(token),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  // Only the successful answer clears the cookie.
  for (const { statusCode, headers } of answers) {
    const [set] = [headers['set-cookie'] ?? []].flat();
    expect([statusCode, set?.includes('=; ')]).toEqual(statusCode === 200 ? [200, true] : [400, undefined]);
  }
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  expect((await browser.exchange(token)).statusCode).toBe(400);

  const slow = visitor(app);
  const late = tokenIn(await slow.signIn(sandbox, 'google', { email: 'exchange@x.test' }));
  app.clock.advance(5 * 60_000);
  expect((await slow.exchange(late)).json().code).toBe('exchange_invalid');
  expect((await browser.exchange('')).json().code).toBe('invalid_request');
});

it('leaves a Discord account with the player the bot linked it to', async () => {
  const first = await enter('discord', 'linked@x.test');
  const row = await app.db.row<{ id: string }>(
    sql`select discord_user_id as id from players where id = ${first.profile._id}`,
  );
  const owner = await enter('google', 'owner@x.test');
  await app.db.run(sql`delete from identities where player_id = ${first.profile._id}`);
  await app.db.run(sql`update players set discord_user_id = null where id = ${first.profile._id}`);
  await app.db.run(sql`update players set discord_user_id = ${row?.id} where id = ${owner.profile._id}`);

  const separate = await enter('discord', 'linked@x.test');
  expect(separate.profile._id).not.toBe(owner.profile._id);
  expect(separate.profile.discordLinked).toBe(false);
});

it('pays the welcome event through the job queued by the sign-in', async () => {
  await app.db.transaction((tx) => seedPromotions(tx, app.clock.now()));
  const { token, profile } = await enter('google', 'welcome@x.test');
  const job = await app.db.row<{ payload: { playerId: string } }>(sql`
    select payload from graphile_worker._private_jobs where payload ->> 'playerId' = ${profile._id}`);
  await app.app.tasks['player.first-signed-in']?.(job?.payload as never);
  await app.app.tasks['player.first-signed-in']?.(job?.payload as never);
  expect((await getProfile(token)).gamerCoins).toBe(500);
});

it('registers its command at Discord once', async () => {
  await app.app.tasks['register-discord-commands']?.({} as never);
  await announceCommands(app.db);
  await announceCommands(app.db);
  const jobs = await app.db.rows(
    sql`select max_attempts from graphile_worker._private_jobs where key = 'register-discord-commands'`,
  );
  expect(jobs).toEqual([{ maxAttempts: 10 }]);
});

it('redirects even when the database does not answer', async () => {
  const browser = visitor(app);
  const callback = await browser.upToCallback(sandbox, 'google', { email: 'unlucky@x.test' });
  vi.spyOn(app.db, 'transaction').mockRejectedValueOnce(new Error('connection lost'));
  expect((await browser.visit(callback)).location).toBe('/?error=sign_in_failed');
});

it('limits how often one network may start a sign-in', async () => {
  const browser = visitor(app);
  const begin = () => browser.visit('/api/v1/auth/discord');
  const landings = await Promise.all(Array.from({ length: 125 }, begin));
  expect(landings.filter(({ location }) => location === '/?error=sign_in_too_many').length).toBeGreaterThan(
    0,
  );
});
