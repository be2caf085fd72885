// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { noPauses } from '../../../../tests/support/open-play.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { enter as enterBy, join, visitor } from '../../../../tests/support/visitor.ts';
import type { Feature } from '../../../feature.ts';
import { getBalances } from '../../../ledger/balances.ts';
import { personalFields } from '../../../personal-fields.ts';
import { noJournal } from '../../../platform/journal/journal.ts';
import { seedPromotions } from '../../promotions/seed.ts';
import { accountKeys } from '../tokens.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';

const { app, sandbox } = openSignInApp();
beforeAll(async () => {
  await app.db.transaction((tx) => seedPromotions(tx, app.clock.now()));
});

const remove = (token: string | undefined, confirmation = 'DELETE') =>
  app.call({
    method: 'POST',
    url: '/auth/delete-account',
    payload: { confirmation },
    ...(token && { token }),
  });
const getProfile = async (token: string) => (await app.call({ url: '/auth/get-profile', token })).json().data;
const getCode = async (answer: ReturnType<typeof remove>) => (await answer).json().code;

async function newPlayer(options: Parameters<typeof createPlayer>[1] = {}) {
  const player = await createPlayer(app.db, options);
  return { ...player, token: await app.signIn(player.id) };
}

const enter = (provider: 'google' | 'discord', email: string, ref?: string) =>
  enterBy({ app, sandbox }, provider, { email, name: 'Ada Ring' }, ref);

/** Runs the jobs of first sign-ins, as the worker does. */
async function payFirstSignIns(): Promise<void> {
  const waiting = await app.db.rows<{ payload: unknown }>(sql`
    select jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'player.first-signed-in'`);
  for (const { payload } of waiting) await app.app.tasks['player.first-signed-in']?.(payload as never);
}

function useCase(): DeleteAccountDeps {
  const { db, clock, sessions } = app;
  const features: readonly Feature[] = app.app.features;
  const deletionParts = {
    obstacles: features.flatMap(({ obstacles }) => obstacles ?? []),
    departures: features.flatMap(({ departures }) => departures ?? []),
    erasures: features.flatMap(({ erasures }) => erasures ?? []),
    personalFields,
  };
  const keys = accountKeys('a secret for these tests, long enough');
  return {
    db,
    clock,
    sessions,
    deletionParts,
    keys,
    playPauses: noPauses,
    journal: noJournal,
    deletionGraceMs: 0,
  };
}

describe('deleting your own account', () => {
  it('ends every session and reports the forfeited coins', async () => {
    const { id, token } = await newPlayer({ gamerCoins: 70 });
    const other = await app.signIn(id);
    expect((await getProfile(other))._id).toBe(id);
    const answer = await remove(token);
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      { deletedAt: app.clock.now().toISOString(), eraseAt: app.clock.now().toISOString(), forfeitedGC: 70 },
    ]);
    for (const ended of [token, other]) {
      expect((await app.call({ url: '/auth/get-profile', token: ended })).json().code).toBe('session_ended');
    }
    expect((await getBalances(app.db, id)).gamerCoins).toBe(0);
  });

  it('replays its answer to the session it ended, and refuses unknown and missing tokens', async () => {
    const { token } = await newPlayer({ gamerCoins: 5 });
    const [first, second] = await Promise.all([remove(token), remove(token)]);
    expect(first.json()).toEqual(second.json());
    expect((await remove(token)).json()).toEqual(first.json());
    expect(await getCode(remove('x'.repeat(43)))).toBe('session_ended');
    expect(await getCode(remove(undefined))).toBe('not_signed_in');
  });

  it('refuses without the confirmation word', async () => {
    const { token } = await newPlayer();
    expect((await remove(token, 'delete?')).statusCode).toBe(400);
    expect((await getProfile(token)).name).toBe('Test Player');
  });

  it('lets the same identity start over without the sign-up bonus or referral credit', {
    tags: ['long'],
  }, async () => {
    const first = await enter('google', 'comes.back@x.test');
    await payFirstSignIns();
    expect((await getProfile(first.token)).gamerCoins).toBe(500);
    await remove(first.token);

    const friend = await enter('google', 'friend@x.test');
    const second = await enter('google', 'comes.back@x.test', friend.profile.referralCode);
    await payFirstSignIns();
    expect(second.profile._id).not.toBe(first.profile._id);
    // No reward either for the first sign-in with the other provider: it is not the account's first.
    const joined = await join({ app, sandbox }, 'discord', { email: 'comes.back@x.test' });
    expect(joined.profile._id).toBe(second.profile._id);
    await payFirstSignIns();
    expect((await getProfile(second.token)).gamerCoins).toBe(0);
    expect((await getProfile(friend.token)).invitedUsersCount).toBe(0);
  });

  it("keeps a play pause for the same identity and deletes the player's statement", {
    tags: ['long'],
  }, async () => {
    const first = await enter('google', 'paused@x.test');
    const token = first.token;
    const send = (url: string, payload: object) => app.call({ method: 'POST', url, token, payload });
    await send('/play/statement', { birthDate: '1990-01-31', region: 'DE' });
    const { until } = (await send('/play/pause', { lasts: '6-months' })).json().data;
    await remove(token);
    const second = await enter('google', 'paused@x.test');
    const play = (await app.call({ url: '/play', token: second.token })).json().data;
    expect(play).toMatchObject({ pausedUntil: until, statement: null, refusal: { code: 'play_paused' } });
  });

  it('keeps a suspension for the same identity', async () => {
    const { profile } = await enter('google', 'cheat@x.test');
    await app.db.run(sql`update players set suspended_at = now() where id = ${profile._id}`);
    const deps = { ...useCase(), keys: accountKeys('a secret for tests, long enough to be taken') };
    const admin = await newPlayer({ role: 'SUPER_ADMIN' });
    await deleteAccount(profile._id, { kind: 'administrator', id: admin.id, reason: 'asked for' }, deps);
    const landing = await visitor(app).signIn(sandbox, 'google', { email: 'cheat@x.test' });
    expect(landing.location).toBe('/?error=sign_in_suspended');
  });
});

describe('account deletion is refused', () => {
  it('while a challenge is running', async () => {
    const { id, token } = await newPlayer({ gamerCoins: 40 });
    const attempt = await app.db.row<{ id: string }>(sql`
      with challenge as (insert into challenges (description) values ('A test') returning id)
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by,
        status, reason, next_reading_at)
      select ${id}, id, 'A test', id, 'TOP10_3KILL_SOLO', 0, 1, 10, 3, 'Runner', 'runner-key', '{}', now(), now(),
        'PENDING', 'awaiting-match', now()
      from challenge returning id`);
    expect(await getCode(remove(token))).toBe('deletion_attempt_active');
    expect((await getProfile(token)).gamerCoins).toBe(40);

    await app.db.run(sql`
      update attempts set status = 'FAILED', completed_at = now(), next_reading_at = null where id = ${attempt?.id}`);
    expect((await remove(token)).statusCode).toBe(200);
    expect(
      await app.db.row(sql`select epic_name, epic_account_key from attempts where id = ${attempt?.id}`),
    ).toEqual({ epicName: 'Deleted', epicAccountKey: `deleted:${attempt?.id}` });
  });

  it('while a gift card has no code yet', async () => {
    const { id, token } = await newPlayer();
    await app.db.run(sql`
      with bought as (insert into orders (id, player_id, total_gc, created_at) values (make_uuidv7(), ${id}, 5, now()) returning id)
      insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, promised_by, title, status)
      select make_uuidv7(), id, ${id}, id, 5, now(), now(), 'A card', 'on_its_way' from bought`);
    const answer = (await remove(token)).json();
    expect(answer.code).toBe('deletion_delivery_pending');
    expect(answer.message).toContain('We still owe you the code of “A card”.');
  });

  it('while a payment is undecided', async () => {
    const { id, token } = await newPlayer();
    await app.db.run(sql`
      insert into payments (player_id, package_title, coins, xp, amount_cents, created_at)
      values (${id}, 'GC_100', 100, 0, 1999, '2026-11-20T12:00:00Z')`);
    const answer = (await remove(token)).json();
    expect(answer.code).toBe('deletion_payment_open');
    expect(answer.message).toContain('Your card payment of $19.99 is still open.');
    expect(answer.message).toContain('ends by 21 Nov 2026, 12:00 UTC');
    expect(answer.data.paymentId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('for the last SUPER_ADMIN, also when the last two delete themselves concurrently', async () => {
    await app.db.run(sql`update players set role = 'USER'`);
    const two = [await newPlayer({ role: 'SUPER_ADMIN' }), await newPlayer({ role: 'SUPER_ADMIN' })];
    const answers = await Promise.all(two.map(({ token }) => remove(token)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.statusCode === 409)?.json().code).toBe('last_super_admin');
  });
});

describe('deletion by an administrator', () => {
  it('follows the same rules, is logged and is idempotent', async () => {
    const admin = await newPlayer({ role: 'SUPER_ADMIN' });
    const { id, token } = await newPlayer({ gamerCoins: 12, name: 'Find Me' });
    const actor = { kind: 'administrator', id: admin.id, reason: 'asked by letter' } as const;
    const deps = useCase();
    const first = await deleteAccount(id, actor, deps);
    expect(first).toMatchObject({ forfeitedGC: 12 });
    expect(await deleteAccount(id, actor, deps)).toEqual(first);
    await vi.waitFor(async () =>
      expect((await app.call({ url: '/auth/get-profile', token })).statusCode).toBe(401),
    );
    expect(
      await app.db.rows(
        sql`select action, before, reason from admin_changes where subject = ${`user:${id}`}`,
      ),
    ).toEqual([
      { action: 'user.delete', before: { role: 'USER', gamerCoins: 12 }, reason: 'asked by letter' },
    ]);
    const unknown = await deleteAccount('00000000-0000-7000-8000-000000000000', actor, deps);
    expect(unknown).toEqual({ refused: 'not_found' });
  });
});

describe('a day after the deletion', () => {
  it('the second pass removes data written since, and the link to the requesting session', async () => {
    const { id, token } = await newPlayer();
    await remove(token);
    await app.db.transaction(async (tx) => {
      await tx.run(sql`select publish_live_event(${id}, 'profile', '{}')`);
      await tx.run(sql`
        insert into game_accounts (key, player_id, name, bound_at)
        values ('late-key', ${id}, 'Latecomer', now())`);
    });
    for (const _twice of [1, 2]) await app.app.tasks['forget-deleted-player']?.({ playerId: id } as never);
    expect(await app.db.rows(sql`select from live_events where player_id = ${id}`)).toEqual([]);
    expect(await app.db.rows(sql`select from game_accounts where player_id = ${id}`)).toEqual([]);
    expect(await getCode(remove(token))).toBe('session_ended');
    const jobs = await app.db.rows(sql`
      select from graphile_worker._private_jobs where payload ->> 'playerId' = ${id} and run_at > now()`);
    expect(jobs).toHaveLength(1);
  });
});
