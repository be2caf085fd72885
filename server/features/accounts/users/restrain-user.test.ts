// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const app = openForTests(startAdminTest);

describe('restraining a user', () => {
  it('suspends a user immediately and lifts the suspension again', async () => {
    const admin = await app.person({ role: 'ADMIN' });
    const user = await app.person();
    const mine = () => app.call({ url: '/auth/get-profile', token: user.token });
    expect((await mine()).statusCode).toBe(200);
    const suspended = await app.post(admin, user, 'suspend', { reason: 'cheats' });
    expect(suspended.json().data.suspendedAt).toBe(app.clock.now().toISOString());
    expect((await mine()).statusCode).toBe(401);
    for (const [choice, isListed] of [
      ['isSuspended=true', true],
      ['isSuspended=false', false],
      ['', true],
    ] as const) {
      const ids = (await app.list(admin, choice)).list.map(({ _id }) => _id);
      expect([choice, ids.includes(user.id)]).toEqual([choice, isListed]);
    }
    await app.post(admin, user, 'suspend', { reason: 'again' });
    expect((await app.post(admin, user, 'unsuspend', {})).json().data.suspendedAt).toBeNull();
    expect((await mine()).statusCode).toBe(401);
    const address = '127.0.0.1';
    const [was, is] = [{ isSuspended: false }, { isSuspended: true }];
    expect(await app.log(user)).toEqual([
      { action: 'user.suspend', before: was, after: is, reason: 'cheats', address },
      { action: 'user.unsuspend', before: is, after: was, reason: '', address },
    ]);
    const told = await app.db.rows(sql`
      select job.payload ->> 'playerId' as player_id from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = 'player.suspended'`);
    expect(told).toEqual([{ playerId: user.id }]);
  });

  it('signs a user out everywhere', async () => {
    const admin = await app.person({ role: 'ADMIN' });
    const user = await app.person();
    await app.signIn(user.id);
    expect((await app.post(admin, user, 'sign-out', { reason: 'lost phone' })).json().data).toEqual({
      ended: 2,
    });
    expect((await app.call({ url: '/auth/get-profile', token: user.token })).statusCode).toBe(401);
    expect(await app.log(user)).toEqual([
      {
        ...{ action: 'user.sign-out', before: { sessions: 2 }, after: { sessions: 0 }, reason: 'lost phone' },
        address: '127.0.0.1',
      },
    ]);
  });
});

describe('notes and history', () => {
  it('store each note once and show everything about a user', async () => {
    const admin = await app.person({ role: 'ADMIN', name: 'Ada' });
    const user = await app.person({ gamerCoins: 3 });
    const key = randomUUID();
    const first = await app.post(admin, user, 'notes', { note: 'called\nabout a code' }, key);
    const again = await app.post(admin, user, 'notes', { note: 'called\nabout a code' }, key);
    expect(again.json().data).toEqual(first.json().data);
    const detail = (await app.call({ url: `/super-admin/users/${user.id}`, token: admin.token })).json().data;
    expect(detail.notes).toEqual([expect.objectContaining({ author: 'Ada', note: 'called\nabout a code' })]);
    const nothing = { discordUserId: null, epicId: null, epicProof: null, googleId: null, suspendedAt: null };
    expect(detail.user).toMatchObject({
      ...{ ...nothing, _id: user.id, gamerCoins: 3, xp: 0, referralTokens: 0, hasSecondFactor: false },
    });
    expect(detail.notes[0]).toEqual({ ...first.json().data, createdAt: app.clock.now().toISOString() });
    const reused = await app.post(admin, user, 'notes', { note: 'other' }, key);
    expect(reused.json().code).toBe('idempotency_key_reused');
    expect((await app.post(admin, { ...user, id: randomUUID() }, 'notes', { note: 'x' })).statusCode).toBe(
      404,
    );
    expect(detail.sessions).toHaveLength(1);
    await expect(app.db.run(sql`update user_notes set note = 'other'`)).rejects.toThrow('append-only');
    await expect(
      app.db.run(sql`update user_notes set note = '', created_at = now() + interval '1 day'`),
    ).rejects.toThrow('append-only');
    await expect(app.db.run(sql`delete from user_notes`)).rejects.toThrow('append-only');
    expect((await app.post(admin, user, 'notes', { note: ' ' })).statusCode).toBe(400);
  });
});

describe('deleting a user', () => {
  it('deletes as the player could, logs it, and deletes the notes', async () => {
    const boss = await app.person({ role: 'SUPER_ADMIN' });
    const user = await app.person({ name: 'Gone', gamerCoins: 9 });
    await app.update(boss, user, { name: 'Goner' });
    await app.post(boss, user, 'notes', { note: 'lives in Oslo' });
    const answer = await app.remove(boss, user);
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'User deleted successfully']);
    const now = app.clock.now().toISOString();
    expect(answer.json().data).toEqual({ deletedAt: now, eraseAt: now, forfeitedGC: 9 });
    expect((await app.remove(boss, user)).json().data).toEqual(answer.json().data);
    expect((await app.log(user)).at(-1)).toMatchObject({
      ...{
        action: 'user.delete',
        before: { role: 'USER', gamerCoins: 9 },
        after: null,
        reason: 'asked for it',
      },
    });
    expect((await app.log(user))[0]).toMatchObject({ before: {}, after: {} });
    expect(await app.db.rows(sql`select note from user_notes where player_id = ${user.id}`)).toEqual([
      { note: '' },
    ]);
    expect((await app.list(boss, 'search=goner')).total).toBe(0);
    expect((await app.remove(boss, boss)).json().code).toBe('own_account');
    expect((await app.call({ url: `/super-admin/users/${user.id}`, token: boss.token })).statusCode).toBe(
      404,
    );
  });

  it('says why a user cannot be deleted yet', async () => {
    const boss = await app.person({ role: 'SUPER_ADMIN' });
    const user = await app.person();
    await app.db.run(sql`
      insert into payments (player_id, package_title, coins, amount_cents, xp, status, created_at) values
      (${user.id}, 'GC_100', 100, 100, 0, 'open', now())`);
    const answer = await app.remove(boss, user);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringMatching(
        /^We can’t delete this user yet: the card payment \S+ is still open and ends by .+ UTC[.] Nothing was deleted[.] Try again once that has changed[.]$/,
      ),
    ]);
  });
});
