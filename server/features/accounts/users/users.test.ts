// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { permissions } from '../../../../contract/permissions.ts';
import { type AdminTest, type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { displayName } from '../rules.ts';

const app = openForTests(startAdminTest);

describe('the list of users', () => {
  it('searches names, emails, Discord ids, referral codes and Epic names by a part, ignoring ASCII case', async () => {
    const admin = await app.person({ role: 'ADMIN' });
    const one = await app.person({ name: 'Żółta Łódź 100%', email: 'Boat_1@Sea.test', gamerCoins: 7 });
    await app.person({ name: 'Boats 1000', email: 'boatx1@sea.test' });
    await app.db.run(sql`update players set discord_user_id = '99887766' where id = ${one.id}`);
    await app.db.run(sql`
      insert into game_accounts (key, player_id, name, bound_at)
      values ('key-1', ${one.id}, 'SeaWolf', now())`);
    const [kept] = await app.db.rows<{ code: string }>(
      sql`select referral_code as code from players where id = ${one.id}`,
    );
    for (const search of [
      'żółta ł',
      'BOAT_1@',
      '8877',
      'seawolf',
      String(kept?.code).toLowerCase(),
      '100%',
    ]) {
      const found = await app.list(admin, `search=${encodeURIComponent(search)}`);
      expect([search, found.list.map(({ _id }) => _id), found.total]).toEqual([search, [one.id], 1]);
    }
    expect((await app.list(admin, 'search=seawolf')).list[0]).toMatchObject({
      gamerCoins: 7,
      giftCards: 0,
      wins: 0,
      loss: 0,
      role: 'USER',
      isVerified: true,
    });
    await app.db.run(sql`delete from game_accounts where player_id = ${one.id}`);
    await app.db.run(sql`update players set name = 'Renamed' where id = ${one.id}`);
    expect((await app.list(admin, 'search=seawolf')).total).toBe(0);
    expect((await app.list(admin, `search=${encodeURIComponent('żółta')}`)).total).toBe(0);
    expect((await app.list(admin, 'search=renamed')).total).toBe(1);
  });

  it('also searches role names, alongside users with a matching name', async () => {
    const admin = await app.person({ role: 'ADMIN' });
    await app.db.run(sql`insert into roles (name) values ('FINDABLE_TEAM')`);
    const member = await app.person({ role: 'FINDABLE_TEAM', name: 'Somebody' });
    const namesake = await app.person({ name: 'Findable Fred' });
    const ids = async (query: string) =>
      (await app.list(admin, `${query}&sort=name&order=asc`)).list.map(({ _id }) => _id);
    expect(await ids('search=findable')).toEqual([namesake.id, member.id]);
    expect(await ids('search=able_team')).toEqual([member.id]);
    expect(await ids('search=findable&role=USER')).toEqual([namesake.id]);
    expect((await app.list(admin, 'search=findable')).total).toBe(2);
  });

  it('sorts, filters and pages without duplicates or gaps', { tags: ['long'] }, async () => {
    const admin = await app.person({ role: 'ADMIN' });
    for (const name of ['page C', 'Page a', 'page B', 'page d', 'PAGE E']) await app.person({ name });
    const pages = [];
    for (const page of [1, 2, 3]) {
      pages.push(...(await app.list(admin, `search=page&sort=name&order=asc&page=${page}&pageSize=2`)).list);
    }
    expect(pages.map(({ name }) => name)).toEqual(['Page a', 'page B', 'page C', 'page d', 'PAGE E']);
    const newest = await app.list(admin, 'search=page&pageSize=1');
    expect([newest.list[0]?.name, newest.total, newest.isEstimate]).toEqual(['PAGE E', 5, false]);
    expect((await app.list(admin, 'role=SUPER_ADMIN')).total).toBe(0);
    for (const wrong of ['sort=gamerCoins', 'page=0', 'pageSize=501', 'isSuspended=maybe']) {
      const answer = await app.call({ url: `/super-admin/get-all-users?${wrong}`, token: admin.token });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('marks a total that is an estimate', { tags: ['long'] }, async () => {
    const admin = await app.person({ role: 'ADMIN' });
    // On a busy machine, this many rows take longer than the statement limit of a call.
    await app.db.reports.run(sql`
      insert into players (name, email, referral_code)
      select 'Crowd', 'crowd' || n || '@crowd.test', 'CROWD' || n from generate_series(1, 10500) n`);
    await app.db.run(sql`analyze players, player_search`);
    const found = await app.list(admin, 'search=crowd&sort=email&order=asc');
    expect(found.isEstimate).toBe(true);
    expect(found.total).toBeGreaterThan(10_000);
    expect(found.total).toBeLessThan(12_000);
    // A call without a page number gets the first 500, and the total.
    expect(found.list).toHaveLength(500);
    expect(await app.list(admin, 'search=crowd104')).toMatchObject({ total: 111, isEstimate: false });
  });
});

describe('changing a user', () => {
  it('changes only the given fields, adjusts coins by a transfer, and logs both', {
    tags: ['long'],
  }, async () => {
    const admin = await app.person({ role: 'ADMIN' });
    const user = await app.person({ name: 'Before', gamerCoins: 100 });
    const change = {
      _id: user.id,
      googleId: null,
      name: ' After ',
      email: 'after@player.test',
      isVerified: false,
      role: 'ADMIN',
      gamerCoins: 40,
      gamerCoinsLoaded: 100,
      reason: 'chargeback by mail',
    };
    const answer = await app.update(admin, user, change);
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'User updated successfully']);
    expect(answer.json().data).toMatchObject({
      name: 'After',
      role: 'ADMIN',
      gamerCoins: 40,
      isVerified: false,
    });
    expect(await app.coins(user)).toBe(40);
    expect(await app.log(user)).toEqual([
      {
        action: 'user.update',
        before: expect.objectContaining({ name: 'Before', role: 'USER', gamerCoins: 100, isVerified: true }),
        after: {
          name: 'After',
          email: 'after@player.test',
          role: 'ADMIN',
          isVerified: false,
          gamerCoins: 40,
        },
        reason: 'chargeback by mail',
        address: '127.0.0.1',
      },
    ]);
    const transfers = await app.call({ url: `/super-admin/users/${user.id}/transfers`, token: admin.token });
    expect(transfers.json().data[0]).toMatchObject({ type: 'adminCredit', amount: -60 });
    const live = await app.db.rows<{ data: object }>(sql`
      select data from live_events where player_id = ${user.id} and name = 'balance'`);
    expect(live.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        ...{ gamerCoins: 40, delta: -60, currency: 'GC', description: 'Adjustment by an administrator' },
      }),
    ]);
    expect((await app.update(admin, user, { name: 'After' })).statusCode).toBe(200);
    expect(await app.log(user)).toHaveLength(1);
    // Each field alone, and the role with the administrator who granted it.
    for (const [field, was, is] of [
      ['name', 'After', 'Later'],
      ['email', 'after@player.test', 'later@player.test'],
      ['isVerified', false, true],
      ['role', 'ADMIN', 'USER'],
    ] as const) {
      expect((await app.update(admin, user, { [field]: is })).json().data).toMatchObject({ [field]: is });
      expect((await app.log(user)).at(-1)).toMatchObject({
        ...{ before: { [field]: was }, after: { [field]: is }, reason: '' },
      });
    }
    const given = await app.db.row(sql`select role_given_by, role_since from players where id = ${user.id}`);
    expect(given).toEqual({ roleGivenBy: admin.id, roleSince: app.clock.now() });
    const moved = await app.db.rows(
      sql`select from live_events where player_id = ${user.id} and name = 'balance'`,
    );
    expect(moved).toHaveLength(1);
  });

  it('accepts every name that a sign-in may have made', async () => {
    const boss = await app.person({ role: 'SUPER_ADMIN' });
    for (const given of ['\u{1D4D0}'.repeat(70), ' ']) {
      const name = displayName(given, `${'a'.repeat(64)}@player.test`);
      const user = await app.person({ name });
      const saved = await app.update(boss, user, { name, isVerified: false });
      expect([saved.statusCode, saved.json().data?.name]).toEqual([200, name]);
    }
    const user = await app.person();
    const tooLong = await app.update(boss, user, { name: '\u{1D4D0}'.repeat(61) });
    expect([tooLong.statusCode, tooLong.json().data.issues]).toEqual([
      400,
      [{ path: 'name', message: 'Use at most 60 characters.' }],
    ]);
  });

  it('ignores an unchanged balance, and refuses a stale or negative one', { tags: ['long'] }, async () => {
    const admin = await app.person({ role: 'ADMIN' });
    const user = await app.person({ gamerCoins: 50 });
    expect((await app.update(admin, user, { gamerCoins: 20, gamerCoinsLoaded: 20 })).statusCode).toBe(200);
    expect(await app.coins(user)).toBe(50);
    const stale = await app.update(admin, user, { name: 'Stale', gamerCoins: 30, gamerCoinsLoaded: 20 });
    expect([stale.statusCode, stale.json().code, stale.json().data]).toEqual([
      409,
      'coins_changed',
      { balance: 50 },
    ]);
    const below = await app.update(admin, user, { gamerCoins: -1 });
    expect([below.statusCode, below.json().code]).toEqual([422, 'coins_below_zero']);
    expect(await app.coins(user)).toBe(50);
    expect(await app.log(user)).toEqual([]);
  });

  it('adjusts once for repeated calls, and once for two different concurrent calls', {
    tags: ['long'],
  }, async () => {
    const admin = await app.person({ role: 'ADMIN' });
    const user = await app.person({ gamerCoins: 10 });
    const key = randomUUID();
    const change = { gamerCoins: 25, gamerCoinsLoaded: 10 };
    const same = await Promise.all(Array.from({ length: 5 }, () => app.update(admin, user, change, key)));
    expect(same.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect((await app.update(admin, user, { ...change, gamerCoins: 26 }, key)).statusCode).toBe(422);
    const many = await Promise.all(
      [100, 200, 300].map((gamerCoins) => app.update(admin, user, { gamerCoins, gamerCoinsLoaded: 25 })),
    );
    expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await app.log(user)).toHaveLength(2);
  });

  it("refuses adjusting one's own coins, changing one's own role and granting rights one lacks", {
    tags: ['long'],
  }, async () => {
    const admin = await app.person({ role: 'ADMIN', gamerCoins: 5 });
    const boss = await app.person({ role: 'SUPER_ADMIN' });
    const user = await app.person();
    const getCode = async (answer: ReturnType<AdminTest['update']>) => (await answer).json().code;
    expect(await getCode(app.update(admin, admin, { gamerCoins: 6 }))).toBe('own_coins');
    expect(await getCode(app.update(admin, admin, { role: 'USER' }))).toBe('own_role');
    expect((await app.update(admin, admin, { name: 'Me', gamerCoins: 5, role: 'ADMIN' })).statusCode).toBe(
      200,
    );
    expect(await getCode(app.update(admin, user, { role: 'SUPER_ADMIN' }))).toBe('role_beyond_yours');
    expect(await getCode(app.update(admin, user, { role: 'NOBODY' }))).toBe('role_unknown');
    expect(await getCode(app.update(admin, boss, { name: 'Owned' }))).toBe('user_outranks_you');
    expect(await getCode(app.post(admin, boss, 'suspend'))).toBe('user_outranks_you');
    expect(await getCode(app.post(admin, boss, 'sign-out'))).toBe('user_outranks_you');
    expect(await getCode(app.post(admin, admin, 'suspend'))).toBe('own_account');
    const writer = await app.holding('users:write');
    expect(await getCode(app.update(writer, user, { gamerCoins: 1 }))).toBe('forbidden');
    expect((await app.update(writer, user, { gamerCoins: 0, name: 'Fine' })).statusCode).toBe(200);
    expect(await app.coins(user)).toBe(0);
    const nobody = { id: randomUUID(), token: '' };
    expect(await getCode(app.update(admin, nobody, { name: 'Ghost' }))).toBe('not_found');
  });
});

describe('the last SUPER_ADMIN', () => {
  it('cannot be demoted, suspended or deleted by anyone', async () => {
    await app.db.run(sql`update players set role = 'USER' where role = 'SUPER_ADMIN'`);
    const last = await app.person({ role: 'SUPER_ADMIN' });
    const almighty = await app.holding(...permissions);
    for (const answer of [
      await app.update(almighty, last, { role: 'USER' }),
      await app.post(almighty, last, 'suspend'),
      await app.remove(almighty, last),
    ]) {
      expect(answer.json().code).toBe('last_super_admin');
    }
    await app.person({ role: 'SUPER_ADMIN' });
    expect((await app.update(almighty, last, { role: 'USER' })).statusCode).toBe(200);
  });

  it('remains when two remove each other concurrently', { tags: ['long'] }, async () => {
    await app.db.run(sql`update players set role = 'USER' where role = 'SUPER_ADMIN'`);
    for (let round = 0; round < 5; round++) {
      const [one, other] = [
        await app.person({ role: 'SUPER_ADMIN' }),
        await app.person({ role: 'SUPER_ADMIN' }),
      ];
      const ways = [
        (by: Person, of: Person) => app.update(by, of, { role: 'USER' }),
        (by: Person, of: Person) => app.remove(by, of),
        (by: Person, of: Person) => app.post(by, of, 'suspend'),
      ];
      const [first, second] = [ways[round % 3], ways[(round + 1) % 3]];
      await Promise.all([first?.(one, other), second?.(other, one)]);
      const left = await app.db.rows(sql`
        select id from players where role = 'SUPER_ADMIN' and deleted_at is null and suspended_at is null`);
      expect(left).toHaveLength(1);
      await app.db.run(sql`update players set role = 'USER' where role = 'SUPER_ADMIN'`);
    }
  });
});
