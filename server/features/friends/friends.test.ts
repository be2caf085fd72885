import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Board } from '../../../contract/leaderboards.ts';
import { type AdminTest, type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { handleOf } from '../../../tests/support/factories.ts';
import type { DomainEvents, Task } from '../../platform/jobs/outbox.ts';

let test: AdminTest;
beforeAll(async () => {
  test = await startAdminTest();
});
afterAll(() => test?.close());

const dayMs = 24 * 3_600_000;

async function call(by: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const answer = await test.call({
    method,
    url: `/friends${path}`,
    token: by.token,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body, ...answer.json() };
}
const ask = async (by: Person, of: Person) =>
  call(by, 'POST', '/requests', { handle: await handleOf(test.db, of) });
const accept = (by: Person, of: Person) => call(by, 'POST', `/requests/${of.id}/accept`);
const decline = (by: Person, of: Person, blocks = false) =>
  call(by, 'POST', `/requests/${of.id}/decline`, { blocks });
const list = async (by: Person) => (await call(by, 'GET', '')).data;
const ids = (entries: { _id: string }[]) => entries.map(({ _id }) => _id);
const again = async (who: Person): Promise<Person> => ({ ...who, token: await test.signIn(who.id) });

async function befriend(one: Person, other: Person): Promise<void> {
  await ask(one, other);
  expect((await accept(other, one)).data).toEqual({ outcome: 'friends' });
}
const tell = <Name extends keyof DomainEvents>(name: Name, fact: DomainEvents[Name]) =>
  (test.app.tasks[name] as Task)(fact as never);
/** What was published and waits for its listeners. */
const published = (name: string) =>
  test.db.rows<{ payload: { fact?: object } }>(sql`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = ${name}`);

describe('a friendship', () => {
  it('begins when both agree, shows handles alone, and is ended by either', async () => {
    const [ada, bob] = [
      await test.person({ name: 'Ada Lovelace', email: 'ada@friends.test' }),
      await test.person({ name: 'Bob Ross', email: 'bob@friends.test' }),
    ];
    expect(await ask(ada, bob)).toMatchObject({ status: 200, data: { outcome: 'asked' } });
    expect((await list(ada)).friends).toEqual([]);
    const seen = await call(bob, 'GET', '');
    expect(seen.data.incoming).toMatchObject([
      { _id: ada.id, player: { handle: await handleOf(test.db, ada) } },
    ]);
    for (const secret of ['Ada Lovelace', 'ada@friends.test']) expect(seen.body).not.toContain(secret);
    expect((await accept(bob, ada)).data).toEqual({ outcome: 'friends' });
    // A repeated call finds it done.
    expect((await accept(bob, ada)).data).toEqual({ outcome: 'friends' });
    for (const [one, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      const { friends, incoming, outgoing } = await list(one);
      expect([ids(friends), incoming, outgoing]).toEqual([[other.id], [], []]);
    }
    expect((await ask(ada, bob)).data).toEqual({ outcome: 'friends' });
    for (let time = 0; time < 2; time++) {
      expect((await call(bob, 'DELETE', `/${ada.id}`)).status).toBe(200);
    }
    expect([(await list(ada)).friends, (await list(bob)).friends]).toEqual([[], []]);
  });

  it('comes of two who ask each other at once, once', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await Promise.all([ask(ada, bob), ask(bob, ada), ask(ada, bob), ask(bob, ada)]);
    expect([ids((await list(ada)).friends), ids((await list(bob)).friends)]).toEqual([[bob.id], [ada.id]]);
    const left = await test.db.rows(
      sql`select from friend_requests where from_id = ${ada.id} or to_id = ${ada.id}`,
    );
    expect(left).toEqual([]);
  });

  it('is with nobody who did not ask, nobody unknown, and not with oneself', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    expect(await accept(ada, bob)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await decline(ada, bob)).toMatchObject({ status: 404 });
    expect(await accept(ada, { id: randomUUID(), token: '' })).toMatchObject({ status: 404 });
    expect(await ask(ada, ada)).toMatchObject({ code: 'friend_is_self' });
    expect(await call(ada, 'POST', '/requests', { handle: 'Nobody-At-All' })).toMatchObject({
      status: 404,
      code: 'friend_unknown',
    });
    // An e-mail address is no handle, whether it exists or not.
    expect(await call(ada, 'POST', '/requests', { handle: 'a@b.test' })).toMatchObject({ status: 400 });
    expect((await test.call({ url: '/friends' })).statusCode).toBe(401);
  });
});

describe('a request', () => {
  it('that was declined looks open to who asked, and reaches nobody for 30 days', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await ask(ada, bob);
    expect((await decline(bob, ada)).status).toBe(200);
    expect((await list(bob)).incoming).toEqual([]);
    expect(ids((await list(ada)).outgoing)).toEqual([bob.id]);
    expect((await ask(ada, bob)).data).toEqual({ outcome: 'asked' });
    // Taken back and asked again it still reaches nobody.
    await call(ada, 'DELETE', `/requests/${bob.id}`);
    expect((await list(ada)).outgoing).toEqual([]);
    await ask(ada, bob);
    expect([ids((await list(ada)).outgoing), (await list(bob)).incoming]).toEqual([[bob.id], []]);
    expect(await accept(bob, ada)).toMatchObject({ code: 'not_found' });

    test.clock.advance(30 * dayMs);
    const [adaLater, bobLater] = [await again(ada), await again(bob)];
    await ask(adaLater, bobLater);
    expect(ids((await list(bobLater)).incoming)).toEqual([ada.id]);
  });

  it('of somebody who is blocked never comes, until the other asks', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await ask(ada, bob);
    await decline(bob, ada, true);
    test.clock.advance(400 * dayMs);
    const [adaLater, bobLater] = [await again(ada), await again(bob)];
    await ask(adaLater, bobLater);
    expect((await list(bobLater)).incoming).toEqual([]);
    const { code } = (await call(bobLater, 'PUT', '/link')).data;
    expect(await call(adaLater, 'POST', `/links/${code}/accept`)).toMatchObject({ code: 'friend_link_gone' });
    await ask(bobLater, adaLater);
    expect((await accept(adaLater, bobLater)).data).toEqual({ outcome: 'friends' });
  });

  it('of somebody who was blocked may come again once they are not', async () => {
    const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
    await ask(ada, bob);
    await ask(eve, bob);
    await decline(bob, ada, true);
    await decline(bob, eve);
    const seen = await call(bob, 'GET', '');
    expect(seen.data.blocked).toEqual([
      { _id: ada.id, player: expect.objectContaining({ handle: await handleOf(test.db, ada) }) },
    ]);
    expect((await list(ada)).blocked).toEqual([]);

    // Nobody unblocks themselves, and who was not blocked stays as they are.
    await call(ada, 'DELETE', `/blocks/${bob.id}`);
    expect((await list(bob)).blocked).toHaveLength(1);
    for (const one of [eve, ada, ada])
      expect((await call(bob, 'DELETE', `/blocks/${one.id}`)).status).toBe(200);
    expect((await list(bob)).blocked).toEqual([]);
    // Who was blocked hears of nothing: their request still waits, as far as they know.
    expect(ids((await list(ada)).outgoing)).toEqual([bob.id]);
    await ask(ada, bob);
    expect((await list(bob)).incoming).toEqual([]);
    test.clock.advance(30 * dayMs);
    const [adaLater, bobLater] = [await again(ada), await again(bob)];
    await ask(adaLater, bobLater);
    expect(ids((await list(bobLater)).incoming)).toEqual([ada.id]);
  });

  it('is made 20 times a day at most', async () => {
    const ada = await test.person();
    for (let time = 0; time < 20; time++) await ask(ada, ada);
    expect(await ask(ada, await test.person())).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('is told of once', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    const fact = { playerId: bob.id, fromId: ada.id, at: test.clock.now().toISOString() };
    await tell('friend.asked', fact);
    await tell('friend.asked', fact);
    const told = await test.db.rows(sql`select title from notifications where player_id = ${bob.id}`);
    expect(told).toEqual([{ title: 'A friend request' }]);
  });
});

describe('a link', () => {
  it('makes friends of who has it and agrees, until another takes its place or its days are over', async () => {
    const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
    const first = (await call(ada, 'PUT', '/link')).data.code;
    const { code } = (await call(ada, 'PUT', '/link')).data;
    expect((await list(ada)).link.code).toBe(code);
    expect(await call(bob, 'GET', `/links/${first}`)).toMatchObject({ code: 'friend_link_gone' });
    const read = await call(bob, 'GET', `/links/${code}`);
    expect(read.data.player.handle).toBe(await handleOf(test.db, ada));
    expect((await list(bob)).friends).toEqual([]);
    expect((await call(bob, 'POST', `/links/${code}/accept`)).data).toEqual({ outcome: 'friends' });
    expect(ids((await list(ada)).friends)).toEqual([bob.id]);
    expect(await call(ada, 'POST', `/links/${code}/accept`)).toMatchObject({ code: 'friend_is_self' });
    test.clock.advance(7 * dayMs);
    const late = await again(eve);
    expect(await call(late, 'POST', `/links/${code}/accept`)).toMatchObject({ code: 'friend_link_gone' });
    await call(await again(ada), 'DELETE', '/link');
    expect((await list(await again(ada))).link).toBeNull();
  });
});

describe('more than 200 friends', () => {
  it('has nobody, also of many who come at once', async () => {
    const ada = await test.person();
    const others = await Promise.all(Array.from({ length: 5 }, () => test.person()));
    await test.db.run(sql`
      with made as (
        insert into players (name, email, referral_code)
        select 'Friend', 'friend-' || n || '@crowd.test', 'CROWD' || n from generate_series(1, 198) n returning id)
      insert into friendships (player_id, friend_id, since) select ${ada.id}, id, now() from made`);
    const { code } = (await call(ada, 'PUT', '/link')).data;
    const answers = await Promise.all(others.map((one) => call(one, 'POST', `/links/${code}/accept`)));
    expect(answers.map((answer) => answer.code ?? 'friends').sort()).toEqual([
      'friends',
      'friends',
      ...Array(3).fill('too_many_friends'),
    ]);
    expect((await list(ada)).friends).toHaveLength(200);
  });
});

describe('whoever leaves', () => {
  it('takes friendships, requests and link along: deleted as well as suspended', async () => {
    for (const how of ['delete', 'suspend'] as const) {
      const admin = await test.person({ role: 'SUPER_ADMIN' });
      const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
      await befriend(ada, bob);
      await ask(ada, eve);
      await call(ada, 'PUT', '/link');
      const done =
        how === 'delete'
          ? await test.remove(admin, ada)
          : await test.post(admin, ada, 'suspend', { reason: 'x' });
      expect(done.statusCode).toBe(200);
      expect([(await list(bob)).friends, (await list(eve)).incoming]).toEqual([[], []]);
      if (how === 'suspend') {
        expect(await published('player.suspended')).not.toEqual([]);
        await tell('player.suspended', { playerId: ada.id });
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

  it('has it in the export, without who the friends are', async () => {
    const [ada, bob] = [await test.person(), await test.person()];
    await befriend(ada, bob);
    const answer = await test.call({ url: '/auth/export', token: ada.token });
    const { friends, friendRequests, friendChoices } = answer.json().data;
    expect([friends, friendRequests, friendChoices]).toEqual([
      [{ since: test.clock.now().toISOString() }],
      [],
      [{ tellsWins: false, hearsWins: true }],
    ]);
    for (const secret of [bob.id, await handleOf(test.db, bob)]) expect(answer.body).not.toContain(secret);
  });
});

describe('a win', () => {
  const won = (playerId: string, status: 'SUCCESS' | 'FAILED' = 'SUCCESS') => ({
    attemptId: randomUUID(),
    playerId,
    description: 'Survive the ring',
    status,
    rewardGC: 100,
    refundGC: 0,
  });
  const heard = async (who: Person) => {
    const rows = await test.db.rows(sql`
      select from notifications where player_id = ${who.id} and title = 'Your friend won'`);
    return rows.length;
  };
  /** Tells the listeners of `friend.won` whatever was published of it. */
  async function passOn(fact: DomainEvents['challenge.decided']): Promise<number> {
    await test.db.run(sql`delete from graphile_worker._private_jobs`);
    await tell('challenge.decided', fact);
    const jobs = await published('friend.won');
    for (const { payload } of jobs) await tell('friend.won', payload as never);
    return jobs.length;
  }

  it('is told to friends where both want that, once, and no loss is', async () => {
    const [ada, bob, eve] = [await test.person(), await test.person(), await test.person()];
    await befriend(ada, bob);
    await befriend(ada, eve);
    expect(await passOn(won(ada.id))).toBe(0);
    const choices = { tellsWins: true, hearsWins: true };
    expect((await call(ada, 'PUT', '/choices', choices)).data).toEqual(choices);
    await call(eve, 'PUT', '/choices', { tellsWins: true, hearsWins: false });
    expect(await passOn(won(ada.id, 'FAILED'))).toBe(0);
    const fact = won(ada.id);
    await passOn(fact);
    await passOn(fact);
    expect([await heard(bob), await heard(eve), await heard(ada)]).toEqual([1, 0, 0]);
  });
});

describe('the board of friends', () => {
  it('ranks the player among their friends, and nobody else', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => test.person()));
    const [ada, bob, eve, stranger] = people as [Person, Person, Person, Person];
    await befriend(ada, bob);
    await befriend(eve, ada);
    for (const [who, xp] of [
      [ada, 50],
      [bob, 90],
      [eve, 20],
      [stranger, 70],
    ] as const) {
      const at = test.clock.now().toISOString();
      const status = 'SUCCESS';
      await tell('challenge.finished', { attemptId: randomUUID(), playerId: who.id, status, xp, at });
    }
    const url = '/leaderboard?period=all&among=friends';
    const board: Board = (await test.call({ url, token: ada.token })).json().data;
    const handles = await Promise.all([bob, ada, eve].map((who) => handleOf(test.db, who)));
    expect(board.top.map(({ player, rank }) => [player.handle, rank])).toEqual(
      handles.map((handle, place) => [handle, place + 1]),
    );
    expect(board).toMatchObject({ players: 3, mine: { rank: 2, isMe: true, xp: 50 } });
    const alone: Board = (await test.call({ url, token: stranger.token })).json().data;
    expect(alone.top).toMatchObject([{ isMe: true }]);
  });
});
