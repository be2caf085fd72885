// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { readSections } from '../../../tests/support/archive.ts';
import { takeExport } from '../../../tests/support/data-export.ts';
import { handleOf } from '../../../tests/support/factories.ts';
import { startFriendsTest } from '../../../tests/support/friends.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const test = openForTests(startFriendsTest);

const dayMs = 24 * 3_600_000;
const ids = (entries: { _id: string }[]) => entries.map(({ _id }) => _id);

describe('a friendship', () => {
  it('starts when both agree, shows only handles, and either can end it', async () => {
    const [ada, bob] = [
      await test.person({ name: 'Ada Lovelace', email: 'ada@friends.test' }),
      await test.person({ name: 'Bob Ross', email: 'bob@friends.test' }),
    ];
    expect(await test.ask(ada, bob)).toMatchObject({ status: 200, data: { outcome: 'asked' } });
    expect((await test.list(ada)).friends).toEqual([]);
    const seen = await test.callFriends(bob, 'GET', '');
    expect(seen.data.incoming).toMatchObject([
      { _id: ada.id, player: { handle: await handleOf(test.db, ada) } },
    ]);
    for (const secret of ['Ada Lovelace', 'ada@friends.test']) expect(seen.body).not.toContain(secret);
    expect((await test.accept(bob, ada)).data).toEqual({ outcome: 'friends' });
    // A repeated call finds it done.
    expect((await test.accept(bob, ada)).data).toEqual({ outcome: 'friends' });
    for (const [one, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      const { friends, incoming, outgoing } = await test.list(one);
      expect([ids(friends), incoming, outgoing]).toEqual([[other.id], [], []]);
    }
    expect((await test.ask(ada, bob)).data).toEqual({ outcome: 'friends' });
    for (let time = 0; time < 2; time++) {
      expect((await test.callFriends(bob, 'DELETE', `/${ada.id}`)).status).toBe(200);
    }
    expect([(await test.list(ada)).friends, (await test.list(bob)).friends]).toEqual([[], []]);
  });

  it('is made once when two players ask each other concurrently', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await Promise.all([test.ask(ada, bob), test.ask(bob, ada), test.ask(ada, bob), test.ask(bob, ada)]);
    expect([ids((await test.list(ada)).friends), ids((await test.list(bob)).friends)]).toEqual([
      [bob.id],
      [ada.id],
    ]);
    const left = await test.db.rows(
      sql`select from friend_requests where from_id = ${ada.id} or to_id = ${ada.id}`,
    );
    expect(left).toEqual([]);
  });

  it('needs a request, a known player and somebody other than oneself', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    expect(await test.accept(ada, bob)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await test.decline(ada, bob)).toMatchObject({ status: 404 });
    expect(await test.accept(ada, { id: randomUUID(), token: '' })).toMatchObject({ status: 404 });
    expect(await test.ask(ada, ada)).toMatchObject({ code: 'friend_is_self' });
    expect(await test.callFriends(ada, 'POST', '/requests', { handle: 'Nobody-At-All' })).toMatchObject({
      status: 404,
      code: 'friend_unknown',
    });
    // An e-mail address is not a handle, whether it exists or not.
    expect(await test.callFriends(ada, 'POST', '/requests', { handle: 'a@b.test' })).toMatchObject({
      status: 400,
    });
    expect((await test.call({ url: '/friends' })).statusCode).toBe(401);
  });
});

describe('a friend request', () => {
  it('still looks open to the sender after a decline, and cannot be repeated for 30 days', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await test.ask(ada, bob);
    expect((await test.decline(bob, ada)).status).toBe(200);
    expect((await test.list(bob)).incoming).toEqual([]);
    expect(ids((await test.list(ada)).outgoing)).toEqual([bob.id]);
    expect((await test.ask(ada, bob)).data).toEqual({ outcome: 'asked' });
    // Withdrawn and repeated, it still reaches no one.
    await test.callFriends(ada, 'DELETE', `/requests/${bob.id}`);
    expect((await test.list(ada)).outgoing).toEqual([]);
    await test.ask(ada, bob);
    expect([ids((await test.list(ada)).outgoing), (await test.list(bob)).incoming]).toEqual([[bob.id], []]);
    expect(await test.accept(bob, ada)).toMatchObject({ code: 'not_found' });

    test.clock.advance(30 * dayMs);
    const [adaLater, bobLater] = [await test.again(ada), await test.again(bob)];
    await test.ask(adaLater, bobLater);
    expect(ids((await test.list(bobLater)).incoming)).toEqual([ada.id]);
  });

  it('from a blocked player never arrives until the other asks', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await test.ask(ada, bob);
    await test.decline(bob, ada, true);
    test.clock.advance(400 * dayMs);
    const [adaLater, bobLater] = [await test.again(ada), await test.again(bob)];
    await test.ask(adaLater, bobLater);
    expect((await test.list(bobLater)).incoming).toEqual([]);
    const { code } = (await test.callFriends(bobLater, 'PUT', '/link')).data;
    expect(await test.callFriends(adaLater, 'POST', `/links/${code}/accept`)).toMatchObject({
      code: 'friend_link_gone',
    });
    await test.ask(bobLater, adaLater);
    expect((await test.accept(adaLater, bobLater)).data).toEqual({ outcome: 'friends' });
  });

  it('from a formerly blocked player may arrive again', async () => {
    const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
    await test.ask(ada, bob);
    await test.ask(eve, bob);
    await test.decline(bob, ada, true);
    await test.decline(bob, eve);
    const seen = await test.callFriends(bob, 'GET', '');
    expect(seen.data.blocked).toEqual([
      { _id: ada.id, player: expect.objectContaining({ handle: await handleOf(test.db, ada) }) },
    ]);
    expect((await test.list(ada)).blocked).toEqual([]);

    // Players cannot unblock themselves, and unblocking a player who is not blocked changes nothing.
    await test.callFriends(ada, 'DELETE', `/blocks/${bob.id}`);
    expect((await test.list(bob)).blocked).toHaveLength(1);
    for (const one of [eve, ada, ada])
      expect((await test.callFriends(bob, 'DELETE', `/blocks/${one.id}`)).status).toBe(200);
    expect((await test.list(bob)).blocked).toEqual([]);
    // A blocked player notices nothing: to them, their request still waits.
    expect(ids((await test.list(ada)).outgoing)).toEqual([bob.id]);
    await test.ask(ada, bob);
    expect((await test.list(bob)).incoming).toEqual([]);
    test.clock.advance(30 * dayMs);
    const [adaLater, bobLater] = [await test.again(ada), await test.again(bob)];
    await test.ask(adaLater, bobLater);
    expect(ids((await test.list(bobLater)).incoming)).toEqual([ada.id]);
  });

  it('can be sent 20 times a day at most', async () => {
    const ada = await test.person();
    for (let time = 0; time < 20; time++) await test.ask(ada, ada);
    expect(await test.ask(ada, await test.person())).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    });
  });

  it('notifies the other player once', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    const fact = { playerId: bob.id, fromId: ada.id, at: test.clock.now().toISOString() };
    await test.tell('friend.asked', fact);
    await test.tell('friend.asked', fact);
    const told = await test.db.rows(sql`select title from notifications where player_id = ${bob.id}`);
    expect(told).toEqual([{ title: 'New friend request' }]);
  });
});

describe('a friend link', () => {
  it('makes friends of anyone who accepts it, until it is replaced or expires', async () => {
    const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
    const first = (await test.callFriends(ada, 'PUT', '/link')).data.code;
    const { code } = (await test.callFriends(ada, 'PUT', '/link')).data;
    expect((await test.list(ada)).link.code).toBe(code);
    expect(await test.callFriends(bob, 'GET', `/links/${first}`)).toMatchObject({ code: 'friend_link_gone' });
    const read = await test.callFriends(bob, 'GET', `/links/${code}`);
    expect(read.data.player.handle).toBe(await handleOf(test.db, ada));
    expect((await test.list(bob)).friends).toEqual([]);
    expect((await test.callFriends(bob, 'POST', `/links/${code}/accept`)).data).toEqual({
      outcome: 'friends',
    });
    expect(ids((await test.list(ada)).friends)).toEqual([bob.id]);
    expect(await test.callFriends(ada, 'POST', `/links/${code}/accept`)).toMatchObject({
      code: 'friend_is_self',
    });
    test.clock.advance(7 * dayMs);
    const late = await test.again(eve);
    expect(await test.callFriends(late, 'POST', `/links/${code}/accept`)).toMatchObject({
      code: 'friend_link_gone',
    });
    await test.callFriends(await test.again(ada), 'DELETE', '/link');
    expect((await test.list(await test.again(ada))).link).toBeNull();
  });
});

describe('the limit of 200 friends', () => {
  it('holds under concurrent requests', async () => {
    const ada = await test.person();
    const others = await Promise.all(Array.from({ length: 5 }, () => test.person()));
    await test.db.run(sql`
      with made as (
        insert into players (name, email, referral_code)
        select 'Friend', 'friend-' || n || '@crowd.test', 'CROWD' || n from generate_series(1, 198) n returning id)
      insert into friendships (player_id, friend_id, since) select ${ada.id}, id, now() from made`);
    const { code } = (await test.callFriends(ada, 'PUT', '/link')).data;
    const answers = await Promise.all(
      others.map((one) => test.callFriends(one, 'POST', `/links/${code}/accept`)),
    );
    expect(answers.map((answer) => answer.code ?? 'friends').sort()).toEqual([
      'friends',
      'friends',
      ...Array(3).fill('too_many_friends'),
    ]);
    expect((await test.list(ada)).friends).toHaveLength(200);
  });
});

describe('a leaving player', () => {
  it('loses friendships, requests and link, by deletion or suspension', { tags: ['long'] }, async () => {
    for (const how of ['delete', 'suspend'] as const) {
      const admin = await test.person({ role: 'SUPER_ADMIN' });
      const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
      await test.befriend(ada, bob);
      await test.ask(ada, eve);
      await test.callFriends(ada, 'PUT', '/link');
      const done =
        how === 'delete'
          ? await test.remove(admin, ada)
          : await test.post(admin, ada, 'suspend', { reason: 'x' });
      expect(done.statusCode).toBe(200);
      expect([(await test.list(bob)).friends, (await test.list(eve)).incoming]).toEqual([[], []]);
      if (how === 'suspend') {
        expect(await test.published('player.suspended')).not.toEqual([]);
        await test.tell('player.suspended', { playerId: ada.id });
      }
      for (const table of [
        sql`friendships where player_id = ${ada.id} or friend_id = ${ada.id}`,
        sql`friend_requests where from_id = ${ada.id}`,
        sql`friend_links where player_id = ${ada.id}`,
      ]) {
        expect(await test.db.rows(sql`select from ${table}`)).toEqual([]);
      }
    }
  });

  it('stays blocked, and keeps their own blocks, after a suspension', async () => {
    const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
    await test.ask(ada, bob);
    await test.decline(bob, ada, true);
    await test.ask(eve, ada);
    await test.decline(ada, eve, true);
    await test.tell('player.suspended', { playerId: ada.id });
    await test.ask(ada, bob);
    await test.ask(eve, ada);
    expect([(await test.list(bob)).incoming, (await test.list(ada)).incoming]).toEqual([[], []]);
    expect(ids((await test.list(bob)).blocked)).toEqual([ada.id]);
  });

  it("has friendships in the data export, without the friends' identities", { tags: ['long'] }, async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await test.befriend(ada, bob);
    const files = await takeExport(test, ada.token);
    const { friends, friendRequests, friendChoices } = readSections(files);
    expect([friends, friendRequests, friendChoices]).toEqual([
      [{ since: test.clock.now().toISOString() }],
      [],
      [{ tellsWins: false, hearsWins: true }],
    ]);
    for (const secret of [bob.id, await handleOf(test.db, bob)])
      expect([...files.values()].join()).not.toContain(secret);
  });
});
