// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import { getBalances } from '../../../ledger/balances.ts';
import { transfer } from '../../../ledger/transfer.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { lockPlayer } from './account-deletion-store.ts';

const day = 86_400_000;
const graceMs = 14 * day;
const { app, sandbox } = openSignInApp({ deletionGraceMs: graceMs });

let count = 0;
const newAddress = () => `leaver-${++count}@x.test`;
const runTask = (name: string) => (app.app.tasks[name] as Task)({} as never);
const erase = () => runTask('erase-deleted-players');
const getProfile = async (token: string) => (await app.call({ url: '/auth/get-profile', token })).json().data;
const remove = (token: string) =>
  app.call({ method: 'POST', url: '/auth/delete-account', token, payload: { confirmation: 'DELETE' } });

/** Signs in up to the token in the address. */
async function arrive(email: string) {
  const browser = visitor(app);
  const landing = await browser.signIn(sandbox, 'google', { email, name: 'Ada Ring' });
  return { browser, authToken: tokenIn(landing) };
}
async function enter(email: string) {
  const { browser, authToken } = await arrive(email);
  const { authToken: token } = (await browser.exchange(authToken)).json().data as { authToken: string };
  return { token, id: (await getProfile(token))._id as string };
}
async function leave(coins = 0) {
  const email = newAddress();
  const player = await enter(email);
  if (coins > 0) await give(player.id, coins);
  const answer = await remove(player.token);
  expect(answer.statusCode).toBe(200);
  return { ...player, email, deletion: answer.json().data };
}
const give = (playerId: string, amount: number) =>
  app.db.transaction((tx) =>
    transfer(tx, {
      currency: 'GC',
      amount,
      from: { house: 'adjustments' },
      to: { player: playerId },
      type: 'admin_credit',
      reference: playerId,
      idempotencyKey: `gift-${++count}`,
      description: 'A gift',
    }),
  );
const readRow = (id: string) =>
  app.db.one<{ name: string; email: string; deletedAt: Date | null; erasedAt: Date | null }>(
    sql`select name, email, deleted_at, erased_at from players where id = ${id}`,
  );

describe('a deleted account', () => {
  it('is hidden and signed out immediately, and keeps its coins during the grace period', async () => {
    const { id, token, email, deletion } = await leave(70);
    const eraseAt = new Date(app.clock.now().getTime() + graceMs).toISOString();
    expect(deletion).toEqual({ deletedAt: app.clock.now().toISOString(), eraseAt, forfeitedGC: 70 });
    expect((await app.call({ url: '/auth/get-profile', token })).json().code).toBe('session_ended');
    expect(await readRow(id)).toMatchObject({ email, erasedAt: null });
    expect((await getBalances(app.db, id)).gamerCoins).toBe(70);

    const admin = await createPlayer(app.db, { role: 'SUPER_ADMIN' });
    const adminToken = await app.signIn(admin.id);
    const listed = await app.call({
      url: `/super-admin/get-all-users?search=${encodeURIComponent(email)}`,
      token: adminToken,
    });
    expect(listed.json().data).toEqual([]);
    expect((await app.call({ url: `/super-admin/users/${id}`, token: adminToken })).statusCode).toBe(404);
    // A repeated request gets the same answer, from its player and from an administrator.
    expect((await remove(token)).json().data).toEqual(deletion);
  });

  it('disappears from friend lists, and returns when the player keeps the account', {
    tags: ['long'],
  }, async () => {
    const [one, other] = [await enter(newAddress()), await enter(newAddress())];
    await app.db.run(sql`
      insert into friendships (player_id, friend_id, since) values (${one.id}, ${other.id}, now()), (${other.id}, ${one.id}, now())`);
    const friends = async () => (await app.call({ url: '/friends', token: other.token })).json().data.friends;
    expect(await friends()).toHaveLength(1);
    const email = (await readRow(one.id)).email;
    await remove(one.token);
    expect(await friends()).toEqual([]);
    const { browser, authToken } = await arrive(email);
    await browser.exchange(authToken, 'keep-account');
    expect(await friends()).toHaveLength(1);
  });

  it('is erased once after the grace period, with coins that arrived meanwhile', {
    tags: ['long'],
  }, async () => {
    const { id, email } = await leave(70);
    await give(id, 5);
    app.clock.advance(graceMs - 1);
    await erase();
    expect((await readRow(id)).email).toBe(email);
    app.clock.advance(1);
    await Promise.all([erase(), erase()]);
    expect(await readRow(id)).toMatchObject({
      name: 'Deleted player',
      email: '',
      erasedAt: app.clock.now(),
    });
    expect((await getBalances(app.db, id)).gamerCoins).toBe(0);
    const kept = await app.db.one<{ forfeitedGC: number }>(
      sql`select forfeited_gc from account_deletions where player_id = ${id}`,
    );
    expect(kept.forfeitedGC).toBe(75);
    // The same identity starts over.
    expect((await enter(email)).id).not.toBe(id);
  });

  it('permanently loses giveaway entries, restock alerts and rights', { tags: ['long'] }, async () => {
    const email = newAddress();
    const { id, token } = await enter(email);
    const boss = await createPlayer(app.db, { role: 'SUPER_ADMIN' });
    const now = app.clock.now().getTime();
    const created = await app.call({
      method: 'POST',
      url: '/giveaways/create',
      token: await app.signIn(boss.id),
      payload: {
        title: 'Drop',
        prizeType: 'XP',
        prizeAmount: 5,
        winnerCount: 1,
        startDate: new Date(now).toISOString(),
        endDate: new Date(now + day).toISOString(),
      },
    });
    const enterUrl = `/giveaways/${created.json().data._id}/enter`;
    expect((await app.call({ method: 'POST', url: enterUrl, token })).statusCode).toBe(200);
    await app.db.run(sql`update players set role = 'ADMIN' where id = ${id}`);
    const asAdmin = await app.signIn(id);
    await app.db.run(sql`
      with card as (insert into gift_cards (title, description, type, image, gc_coin)
        values ('Card', 'Card', 'psn', 'card', 100) returning id)
      insert into restock_alerts (player_id, gift_card_id, asked_at) select ${id}, id, now() from card`);
    await app.db.run(sql`
      insert into approvals (operation, permission, actor_id, player_id, kind, title, subject, coins_limit, input,
        input_hash, asked_at, expires_at)
      select 'wallet.adjust', 'wallets:adjust', actor, player, 'adjustment', 'Coins', 'user:' || player, 0, '{}',
        sha256(actor::text::bytea), now(), now() + interval '7 days'
      from (values (${id}::uuid, ${boss.id}::uuid), (${boss.id}::uuid, ${id}::uuid)) asked (actor, player)`);
    expect((await app.call({ url: '/super-admin/get-all-users', token: asAdmin })).statusCode).toBe(200);
    expect((await remove(asAdmin)).statusCode).toBe(200);
    const unfit = { status: 'unfit', input: null };
    expect(
      await app.db.rows(sql`select status, input from approvals where ${id} in (actor_id, player_id)`),
    ).toEqual([unfit, unfit]);
    const { browser, authToken } = await arrive(email);
    const back = (await browser.exchange(authToken, 'keep-account')).json().data.authToken;
    expect((await app.call({ url: '/super-admin/get-all-users', token: back })).statusCode).toBe(403);
    for (const table of [sql`restock_alerts`, sql`giveaway_entries`]) {
      expect(await app.db.rows(sql`select from ${table} where player_id = ${id}`)).toEqual([]);
    }
  });
});

describe('while the service is down', () => {
  const look = () => runTask('look-at-status');
  /** Runs for days with a health check every minute. */
  const serve = async (ms: number) => {
    app.clock.advance(ms);
    await app.db.run(sql`update status_looks set looked_at = ${app.clock.now()}`);
  };

  it('the grace period pauses, and signing in shows the later erasure time', { tags: ['long'] }, async () => {
    await look();
    const { id, email, deletion } = await leave();
    await serve(day);
    app.clock.advance(graceMs);
    await erase();
    expect((await readRow(id)).email).toBe(email);
    // A check records it as an incident of the site, but the same days count only once.
    await look();
    await serve(day);
    const { browser, authToken } = await arrive(email);
    const eraseAt = new Date(Date.parse(deletion.eraseAt) + graceMs).toISOString();
    expect((await browser.exchange(authToken)).json()).toMatchObject({ data: { eraseAt } });
    // Ten minutes do not make a standstill.
    app.clock.advance(10 * 60_000);
    await look();
    await serve(graceMs - 2 * day - 10 * 60_000 - 1);
    await erase();
    expect((await readRow(id)).email).toBe(email);
    await serve(1);
    await erase();
    expect((await readRow(id)).email).toBe('');
  });

  it('only downtime after the deletion extends the grace period', async () => {
    await look();
    app.clock.advance(2 * day);
    const early = await leave();
    app.clock.advance(day);
    await look();
    const late = await leave();
    await serve(graceMs - 1);
    await erase();
    for (const { id, email } of [early, late]) expect((await readRow(id)).email).toBe(email);
    await serve(1);
    await erase();
    for (const { id } of [early, late]) expect((await readRow(id)).email).toBe('');
  });
});

describe('signing in during the grace period', () => {
  it('asks first, changes nothing until confirmed, and restores everything to a player who keeps the account', async () => {
    const { id, email, deletion } = await leave(70);
    const { browser, authToken } = await arrive(email);
    const asked = await browser.exchange(authToken);
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      { code: 'account_leaving', data: { eraseAt: deletion.eraseAt } },
    ]);
    expect((await readRow(id)).deletedAt).not.toBeNull();
    const kept = await browser.exchange(authToken, 'keep-account');
    expect(kept.statusCode).toBe(200);
    const profile = await getProfile(kept.json().data.authToken);
    expect(profile).toMatchObject({ _id: id, email, gamerCoins: 70 });
    app.clock.advance(graceMs);
    await erase();
    expect((await readRow(id)).email).toBe(email);
  });

  it('with another provider restores the account only after a sign-in with its own identity', async () => {
    const { id, email } = await leave();
    const browser = visitor(app);
    const landing = await browser.signIn(sandbox, 'discord', { email });
    expect(landing.location).toBe('/join-account?with=google');
    const authToken = tokenIn(await browser.confirm(sandbox, 'google', { email }));
    expect((await browser.exchange(authToken)).json().code).toBe('account_leaving');
    const identities = await app.db.rows(sql`select provider from identities where email = ${email}`);
    expect(identities).toEqual([{ provider: 'google' }]);
    const token = (await browser.exchange(authToken, 'keep-account')).json().data.authToken;
    expect((await getProfile(token))._id).toBe(id);
  });

  it('restores the account only from the browser that signed in, once, and never after the erasure', {
    tags: ['long'],
  }, async () => {
    const { id, email } = await leave();
    const { browser, authToken } = await arrive(email);
    const stranger = await visitor(app).exchange(authToken, 'keep-account');
    expect([stranger.statusCode, stranger.json().code]).toEqual([400, 'exchange_invalid']);
    const both = await Promise.all([1, 2].map(() => browser.exchange(authToken, 'keep-account')));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(await app.db.rows(sql`select from sign_in_tokens where player_id = ${id}`)).toEqual([]);
    // Only the player was involved.
    expect(await app.db.rows(sql`select from admin_changes where subject = ${`user:${id}`}`)).toEqual([]);

    const gone = await leave();
    const late = await arrive(gone.email);
    await app.db.run(
      sql`update account_deletions set erase_at = ${app.clock.now()} where player_id = ${gone.id}`,
    );
    await erase();
    expect((await late.browser.exchange(late.authToken, 'keep-account')).json().code).toBe(
      'exchange_invalid',
    );
    expect((await readRow(gone.id)).deletedAt).not.toBeNull();
    expect((await readRow(id)).deletedAt).toBeNull();
  });

  it('either restores or erases the account when both happen concurrently', async () => {
    const { id, email } = await leave();
    const { browser, authToken } = await arrive(email);
    await app.db.run(sql`update account_deletions set erase_at = ${app.clock.now()} where player_id = ${id}`);
    const answer = await meanwhile(
      app.db,
      async (tx) => {
        await lockPlayer(tx, id);
        await tx.run(sql`update players set erased_at = now() where id = ${id}`);
      },
      () => browser.exchange(authToken, 'keep-account'),
    );
    expect(answer.json().code).toBe('exchange_invalid');
    await app.db.run(sql`update players set erased_at = null where id = ${id}`);
    const [, kept] = await Promise.all([erase(), browser.exchange(authToken, 'keep-account')]);
    const { deletedAt, erasedAt } = await readRow(id);
    expect([kept.statusCode === 200, deletedAt === null]).toEqual([erasedAt === null, erasedAt === null]);
  });

  it("is refused while suspended, and logs a restore after an administrator's deletion", async () => {
    const email = newAddress();
    const { id } = await enter(email);
    const admin = await createPlayer(app.db, { role: 'SUPER_ADMIN' });
    const url = `/super-admin/delete-user/${id}?reason=asked`;
    const token = await app.signIn(admin.id);
    expect((await app.call({ method: 'DELETE', url, token })).statusCode).toBe(200);
    const { browser, authToken } = await arrive(email);
    await app.db.run(sql`update players set suspended_at = now() where id = ${id}`);
    expect((await browser.exchange(authToken, 'keep-account')).json().code).toBe('sign_in_suspended');
    const landing = await visitor(app).signIn(sandbox, 'google', { email });
    expect(landing.location).toBe('/?error=sign_in_suspended');
    await app.db.run(sql`update players set suspended_at = null where id = ${id}`);
    expect((await browser.exchange(authToken, 'keep-account')).statusCode).toBe(200);
    const log = await app.db.rows(
      sql`select action, actor_id, reason from admin_changes where subject = ${`user:${id}`} order by id`,
    );
    expect(log).toEqual([
      { action: 'user.delete', actorId: admin.id, reason: 'asked' },
      { action: 'user.keep', actorId: id, reason: 'Taken back by its player, by signing in' },
    ]);
  });
});
