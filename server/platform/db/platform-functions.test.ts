// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startTwoSessions, type TwoSessions } from '../../../tests/support/two-sessions.ts';

const sessions = startTwoSessions();
const value: TwoSessions['value'] = (...asked) => sessions.value(...asked);
const [ada, bob, eve] = [randomUUID(), randomUUID(), randomUUID()].sort() as [string, string, string];

describe('idempotent answers', () => {
  it('belong to one player and key, and report whether the input was the same', async () => {
    for (const [player, key] of [
      [ada, 'k'],
      [ada, 'l'],
      [bob, 'k'],
    ] as const) {
      await sessions.one.query(`select keep_answer($1, $2, '\\x01', $3)`, [
        player,
        key,
        { of: `${player} ${key}` },
      ]);
    }
    const find = async (player: string, key: string, hash: string) =>
      (await sessions.one.query('select * from find_answer($1, $2, $3::bytea)', [player, key, hash])).rows;
    expect(await find(ada, 'k', '\\x01')).toEqual([{ is_same_input: true, answer: { of: `${ada} k` } }]);
    expect(await find(ada, 'l', '\\x02')).toEqual([{ is_same_input: false, answer: { of: `${ada} l` } }]);
    expect(await find(bob, 'l', '\\x01')).toEqual([]);
    await expect(
      sessions.one.query(`select keep_answer($1, 'k', '\\x01', '1')`, [ada]),
    ).rejects.toMatchObject({
      constraint: 'idempotent_answers_idempotency',
    });
  });
});

describe('notifications from the database', () => {
  const tell = (length: number) =>
    sessions.one.query(`select tell_after_commit('x', repeat('y', ${length}))`);

  it("are left to the process on request, within PostgreSQL's size limit", async () => {
    await sessions.one.query(`begin; set local finalring.tells_after = 'on'`);
    await tell(7_999);
    expect(sessions.notices).toEqual([`tell after the commit: x ${'y'.repeat(7_999)}`]);
    await expect(tell(8_000)).rejects.toThrow('the notification on x is too long');
    await sessions.one.query('rollback');
    expect(await sessions.listen()).toEqual([]);
  });

  it.each(['off', ''])('are sent at the commit with the setting %j', async (says) => {
    await sessions.one.query(`begin; set local finalring.tells_after = '${says}'`);
    await tell(3);
    expect(sessions.notices).toEqual([]);
    await sessions.one.query('commit');
    expect(await sessions.listen()).toEqual(['x yyy']);
  });

  it('are sent at the commit without the setting', async () => {
    const silent = new pg.Client({ connectionString: sessions.url });
    await silent.connect();
    await silent.query(`select tell_after_commit('x', 'z'), tell_lines_after_commit('{x y}'),
      enqueue_job('silent', '{}', null)`);
    await silent.end();
    expect(await sessions.listen()).toEqual(
      expect.arrayContaining(['x z', 'x y', expect.stringMatching(/^jobs:insert .*1/)]),
    );
    await sessions.one.query('delete from graphile_worker._private_jobs');
  });

  it.each([
    ['in one notification when the process splits lines', 'on', ['x b c\nx {"n": 1}']],
    ['one by one for the previous release', 'off', ['x b c', 'x {"n": 1}']],
  ])('with several lines are sent %s', async (_, lines, words) => {
    const requestNotifications = () =>
      sessions.one.query(`select tell_lines_after_commit('{x b c,"x {\\"n\\": 1}"}')`);
    await sessions.one.query(
      `begin; set local finalring.tells_after = 'on'; set local finalring.tells_lines = '${lines}'`,
    );
    await requestNotifications();
    expect(sessions.notices).toEqual(words.map((word) => `tell after the commit: ${word}`));
    await sessions.one.query('rollback');
    expect(await sessions.listen()).toEqual([]);
    await requestNotifications();
    expect(await sessions.listen()).toEqual(['x b c', 'x {"n": 1}']);
  });

  it.each(['on', 'off'])('refuse text that would arrive changed, with the setting %j', async (says) => {
    const refusal = async (call: string, ...values: unknown[]) => {
      await sessions.one.query(
        `begin; set local finalring.tells_after = '${says}'; set local finalring.tells_lines = '${says}'`,
      );
      const refused = await sessions.one.query(`select ${call}`, values).then(
        () => undefined,
        ({ code, message }) => `${code} ${message}`,
      );
      await sessions.one.query('rollback');
      return refused;
    };
    const lines = (...given: string[]) => refusal('tell_lines_after_commit($1)', given);
    const untold = '22023 the notification on x is too long or has several lines';
    expect(await refusal(`tell_after_commit('x', $1)`, 'b\nlive c')).toBe(untold);
    expect(await refusal(`tell_after_commit('x', $1)`, 'y'.repeat(8_000))).toBe(untold);
    expect(await lines('x b', 'x c\nlive d')).toBe(untold);
    expect(await lines('x b', `x ${'é'.repeat(4_000)}`)).toBe(untold);
    expect(await lines('x\ny b')).toMatch(/^22023 /);
    expect(await lines(`x ${'y'.repeat(7_999)}`, `x ${'é'.repeat(3_999)}`)).toBeUndefined();
    expect(await sessions.listen()).toEqual([]);
  });

  it('reach each process that holds pages of those players, and announce new jobs once', async () => {
    await sessions.one.query(
      `insert into live_holders (player_id, process) values ($1, 'p1'), ($2, 'p1'), ($2, 'p2'), ($3, 'p2')`,
      [ada, bob, eve],
    );
    await sessions.one.query(`select tell_committed(array[$1, $2]::uuid[], 0, '{}', '{}')`, [ada, bob]);
    const told = (await sessions.listen()).map((text) => text.split(' '));
    expect(told.map(([channel, ...players]) => [channel, players.sort()]).sort()).toEqual([
      ['live_p1', [ada, bob]],
      ['live_p2', [bob]],
    ]);
    await sessions.one.query(`select tell_committed('{}', 1, '{x,live_all}', '{first,second}')`);
    const [jobs = '', ...rest] = await sessions.listen();
    expect(rest).toEqual(['x first', 'live_all second']);
    expect(JSON.parse(jobs.replace('jobs:insert ', ''))).toEqual({ r: expect.any(Number), count: 1 });
  });

  it('reach every process for a broadcast', async () => {
    await sessions.one.query(`select publish_live_broadcast('leaderboard', 'day', '{"n":1}')`);
    const [told = ''] = await sessions.listen();
    expect(JSON.parse(told.replace('live_all ', ''))).toEqual({
      name: 'leaderboard',
      subject: 'day',
      data: { n: 1 },
    });
  });
});

describe('enqueued jobs', () => {
  const enqueue = (task: string, more = '') =>
    sessions.one.query(`select enqueue_job('${task}', '{"n":1}', null${more})`);
  const jobs = async () =>
    (
      await sessions.one.query(`
        select t.identifier as task, j.payload, j.key, j.max_attempts, j.priority from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`)
    ).rows;
  const plain = { payload: { n: 1 }, key: null, max_attempts: 25, priority: 0 };

  it('are announced immediately by a caller without later notifications', async () => {
    await enqueue('now');
    const [told = ''] = await sessions.listen();
    expect(JSON.parse(told.replace('jobs:insert ', ''))).toMatchObject({ count: 1 });
    expect(await jobs()).toEqual([{ ...plain, task: 'now' }]);
  });

  it('are announced after the commit by other callers, when the task is known', async () => {
    await sessions.one.query(`begin; set local finalring.tells_after = 'on'`);
    for (const task of ['later', 'other', 'later']) await enqueue(task);
    expect(sessions.notices).toEqual(Array(3).fill('tell after the commit: jobs:insert '));
    expect((await jobs()).slice(-3)).toEqual(['later', 'other', 'later'].map((task) => ({ ...plain, task })));
    expect(
      await value(`select count(*)::int from graphile_worker._private_tasks where identifier = 'later'`),
    ).toBe(1);
    // A job with a key takes the slow path.
    await enqueue('later', `, p_key => 'k', p_priority => 5, p_max_attempts => 2`);
    expect(sessions.notices).toHaveLength(3);
    expect((await jobs()).at(-1)).toEqual({
      ...plain,
      task: 'later',
      key: 'k',
      priority: 5,
      max_attempts: 2,
    });
  });
});

describe('live events', () => {
  const events = async () =>
    (await sessions.one.query('select player_id, name, data from live_events order by id')).rows.map(
      ({ player_id, name, data }) => [player_id, name, data],
    );
  const lockOf = (player: string) => value('select hashtext($1)', [player]);
  const locks = async () =>
    (
      await sessions.one.query(`select classid::int, objid::int8::bit(32)::int as objid from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid() order by objid`)
    ).rows;

  it('lock their players until the commit, singly or in bulk', async () => {
    const expected = await Promise.all(
      [ada, bob].map(async (id) => ({ classid: 7414, objid: await lockOf(id) })),
    );
    const inOrder = expected.toSorted((a, b) => Number(a.objid) - Number(b.objid));
    await sessions.one.query('begin');
    await sessions.one.query(`select publish_live_event($1, 'a', '{}')`, [ada]);
    expect(await locks()).toEqual(expected.slice(0, 1));
    await sessions.one.query('rollback; begin');
    await sessions.one.query(`select log_live_events($1, '{a,b}', '{"{}","{}"}')`, [ada]);
    expect(await locks()).toEqual(expected.slice(0, 1));
    await sessions.one.query('rollback; begin');
    await sessions.one.query(`select publish_live_events($1, 'a', '{"{}","{}","{}"}')`, [[bob, ada, bob]]);
    expect(await locks()).toEqual(inOrder);
  });

  it('keep their order, and notify each player once', async () => {
    await sessions.one.query('delete from live_events');
    const data = [{ n: 1 }, { n: 2 }, { n: 3 }].map((each) => JSON.stringify(each));
    await sessions.one.query('select publish_live_events($1, $2, $3::jsonb[])', [
      [bob, ada, bob],
      'thing',
      data,
    ]);
    await sessions.one.query(`select publish_live_event($1, 'one', '{"n":4}')`, [eve]);
    await sessions.one.query(`select log_live_events($1, '{z,a}', '{"{\\"n\\":5}","{\\"n\\":6}"}')`, [bob]);
    expect(await events()).toEqual([
      [bob, 'thing', { n: 1 }],
      [ada, 'thing', { n: 2 }],
      [bob, 'thing', { n: 3 }],
      [eve, 'one', { n: 4 }],
      [bob, 'z', { n: 5 }],
      [bob, 'a', { n: 6 }],
    ]);
    expect((await sessions.listen()).sort()).toEqual([ada, bob, eve].map((id) => `live ${id}`).sort());
    await sessions.one.query(`begin; set local finalring.tells_after = 'on'`);
    await sessions.one.query('select publish_live_events($1, $2, $3::jsonb[])', [
      [bob, ada, bob],
      'thing',
      data,
    ]);
    expect(sessions.notices.sort()).toEqual([ada, bob].map((id) => `tell after the commit: live ${id}`));
  });

  it('are dated by their publication, not the start of the transaction', async () => {
    await sessions.one.query('begin');
    await sessions.one.query('select pg_sleep(0.05)');
    await sessions.one.query(
      `select publish_live_event($1, 'late', '{}'), publish_live_events(array[$2::uuid], 'late', '{"{}"}'),
        log_live_events($1, '{late}', '{"{}"}')`,
      [ada, bob],
    );
    expect(
      await value(
        `select bool_and(created_at >= now() + interval '50 ms') from live_events where name = 'late'`,
      ),
    ).toBe(true);
  });
});
