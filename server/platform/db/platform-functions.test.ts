import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { type Database, openDatabase } from './database.ts';

let test: TestDatabase;
let db: Database;
/** Connections that tell nothing after their commits, as commands have them. */
let one: pg.Client;
let other: pg.Client;
let notices: string[];
let heard: string[];
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2 });
  [one, other] = [
    new pg.Client({ connectionString: test.url }),
    new pg.Client({ connectionString: test.url }),
  ];
  await Promise.all([one.connect(), other.connect()]);
  one.on('notice', ({ message, detail }) => notices.push(`${message}: ${detail}`));
  other.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  await other.query(
    'listen live; listen live_all; listen live_p1; listen live_p2; listen "jobs:insert"; listen x; listen over',
  );
});
beforeEach(() => {
  [notices, heard] = [[], []];
});
afterEach(() => Promise.all([one.query('rollback'), other.query('rollback')]));
afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await db.close();
  await test.drop();
});

/** All that was told until now. */
async function listen(): Promise<string[]> {
  await one.query('notify over');
  await vi.waitFor(() => expect(heard).toContain('over '));
  return heard.filter((told) => told !== 'over ');
}
const value = async (text: string, values: unknown[] = []) =>
  Object.values((await one.query(text, values)).rows[0] ?? {})[0];
const [ada, bob, eve] = [randomUUID(), randomUUID(), randomUUID()].sort() as [string, string, string];

describe('kept answers', () => {
  it('are those of one player and one key, and say whether the input was the same', async () => {
    for (const [player, key] of [
      [ada, 'k'],
      [ada, 'l'],
      [bob, 'k'],
    ] as const) {
      await one.query(`select keep_answer($1, $2, '\\x01', $3)`, [player, key, { of: `${player} ${key}` }]);
    }
    const find = async (player: string, key: string, hash: string) =>
      (await one.query('select * from find_answer($1, $2, $3::bytea)', [player, key, hash])).rows;
    expect(await find(ada, 'k', '\\x01')).toEqual([{ is_same_input: true, answer: { of: `${ada} k` } }]);
    expect(await find(ada, 'l', '\\x02')).toEqual([{ is_same_input: false, answer: { of: `${ada} l` } }]);
    expect(await find(bob, 'l', '\\x01')).toEqual([]);
    await expect(one.query(`select keep_answer($1, 'k', '\\x01', '1')`, [ada])).rejects.toMatchObject({
      constraint: 'idempotent_answers_idempotency',
    });
  });
});

describe('telling', () => {
  const tell = (length: number) => one.query(`select tell_after_commit('x', repeat('y', ${length}))`);

  it('is left to the process where that says so, of all that PostgreSQL could tell', async () => {
    await one.query(`begin; set local finalring.tells_after = 'on'`);
    await tell(7_999);
    expect(notices).toEqual([`tell after the commit: x ${'y'.repeat(7_999)}`]);
    await expect(tell(8_000)).rejects.toThrow('too long to be told on x');
    await one.query('rollback');
    expect(await listen()).toEqual([]);
  });

  it.each(['off', ''])('is done with the commit where the process says %j', async (says) => {
    await one.query(`begin; set local finalring.tells_after = '${says}'`);
    await tell(3);
    expect(notices).toEqual([]);
    await one.query('commit');
    expect(await listen()).toEqual(['x yyy']);
  });

  it('is done with the commit where the process says nothing at all', async () => {
    const silent = new pg.Client({ connectionString: test.url });
    await silent.connect();
    await silent.query(`select tell_after_commit('x', 'z'), enqueue_job('silent', '{}', null)`);
    await silent.end();
    expect(await listen()).toEqual(
      expect.arrayContaining(['x z', expect.stringMatching(/^jobs:insert .*1/)]),
    );
    await one.query('delete from graphile_worker._private_jobs');
  });

  it('tells each process of its players, of jobs in one go, and the rest as it is', async () => {
    await one.query(
      `insert into live_holders (player_id, process) values ($1, 'p1'), ($2, 'p1'), ($2, 'p2'), ($3, 'p2')`,
      [ada, bob, eve],
    );
    await one.query(`select tell_committed(array[$1, $2]::uuid[], 0, '{}', '{}')`, [ada, bob]);
    const told = (await listen()).map((text) => text.split(' '));
    expect(told.map(([channel, ...players]) => [channel, players.sort()]).sort()).toEqual([
      ['live_p1', [ada, bob]],
      ['live_p2', [bob]],
    ]);
    heard = [];
    await one.query(`select tell_committed('{}', 1, '{x,live_all}', '{first,second}')`);
    const [jobs = '', ...rest] = await listen();
    expect(rest).toEqual(['x first', 'live_all second']);
    expect(JSON.parse(jobs.replace('jobs:insert ', ''))).toEqual({ r: expect.any(Number), count: 1 });
  });

  it('tells everybody what happened, and where', async () => {
    await one.query(`select publish_live_broadcast('leaderboard', 'day', '{"n":1}')`);
    const [told = ''] = await listen();
    expect(JSON.parse(told.replace('live_all ', ''))).toEqual({
      name: 'leaderboard',
      subject: 'day',
      data: { n: 1 },
    });
  });
});

describe('jobs', () => {
  const enqueue = (task: string, more = '') =>
    one.query(`select enqueue_job('${task}', '{"n":1}', null${more})`);
  const jobs = async () =>
    (
      await one.query(`
        select t.identifier as task, j.payload, j.key, j.max_attempts, j.priority from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`)
    ).rows;
  const plain = { payload: { n: 1 }, key: null, max_attempts: 25, priority: 0 };

  it('are told of at once by those who tell nothing afterwards', async () => {
    await enqueue('now');
    const [told = ''] = await listen();
    expect(JSON.parse(told.replace('jobs:insert ', ''))).toMatchObject({ count: 1 });
    expect(await jobs()).toEqual([{ ...plain, task: 'now' }]);
  });

  it('are told of after the commit by the others, once each task is known', async () => {
    await one.query(`begin; set local finalring.tells_after = 'on'`);
    for (const task of ['later', 'other', 'later']) await enqueue(task);
    expect(notices).toEqual(Array(3).fill('tell after the commit: jobs:insert '));
    expect((await jobs()).slice(-3)).toEqual(['later', 'other', 'later'].map((task) => ({ ...plain, task })));
    expect(
      await value(`select count(*)::int from graphile_worker._private_tasks where identifier = 'later'`),
    ).toBe(1);
    // One that has a key goes the long way.
    await enqueue('later', `, p_key => 'k', p_priority => 5, p_max_attempts => 2`);
    expect(notices).toHaveLength(3);
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
    (await one.query('select player_id, name, data from live_events order by id')).rows.map(
      ({ player_id, name, data }) => [player_id, name, data],
    );
  const lockOf = (player: string) => value('select hashtext($1)', [player]);
  const locks = async () =>
    (
      await one.query(`select classid::int, objid::int8::bit(32)::int as objid from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid() order by objid`)
    ).rows;

  it('hold the lock of their player until they are committed, one as many', async () => {
    const expected = await Promise.all(
      [ada, bob].map(async (id) => ({ classid: 7414, objid: await lockOf(id) })),
    );
    const inOrder = expected.toSorted((a, b) => Number(a.objid) - Number(b.objid));
    await one.query('begin');
    await one.query(`select publish_live_event($1, 'a', '{}')`, [ada]);
    expect(await locks()).toEqual(expected.slice(0, 1));
    await one.query('rollback; begin');
    await one.query(`select publish_live_events($1, 'a', '{"{}","{}","{}"}')`, [[bob, ada, bob]]);
    expect(await locks()).toEqual(inOrder);
  });

  it('are kept in the order in which they are given, and each player is told once', async () => {
    await one.query('delete from live_events');
    const data = [{ n: 1 }, { n: 2 }, { n: 3 }].map((each) => JSON.stringify(each));
    await one.query('select publish_live_events($1, $2, $3::jsonb[])', [[bob, ada, bob], 'thing', data]);
    await one.query(`select publish_live_event($1, 'one', '{"n":4}')`, [eve]);
    expect(await events()).toEqual([
      [bob, 'thing', { n: 1 }],
      [ada, 'thing', { n: 2 }],
      [bob, 'thing', { n: 3 }],
      [eve, 'one', { n: 4 }],
    ]);
    expect((await listen()).sort()).toEqual([ada, bob, eve].map((id) => `live ${id}`).sort());
    await one.query(`begin; set local finalring.tells_after = 'on'`);
    await one.query('select publish_live_events($1, $2, $3::jsonb[])', [[bob, ada, bob], 'thing', data]);
    expect(notices.sort()).toEqual([ada, bob].map((id) => `tell after the commit: live ${id}`));
  });

  it('are dated by when they are told, however long ago their transaction began', async () => {
    await one.query('begin');
    await one.query('select pg_sleep(0.05)');
    await one.query(
      `select publish_live_event($1, 'late', '{}'), publish_live_events(array[$2::uuid], 'late', '{"{}"}')`,
      [ada, bob],
    );
    expect(
      await value(
        `select bool_and(created_at >= now() + interval '50 ms') from live_events where name = 'late'`,
      ),
    ).toBe(true);
  });
});

describe('the log of administrators’ changes', () => {
  const gone = { name: 'A' };
  const row = {
    action: 'x',
    before: { ...gone, role: 'USER' } as object | null,
    after: { xp: 1 } as object | null,
    address: '192.0.2.1',
  };
  async function change(
    to: Partial<typeof row & { reason: string }>,
    from: Partial<typeof row> = {},
  ): Promise<string> {
    const { id } = await createPlayer(db);
    const { action, before, after, address } = { ...row, ...from };
    const insert = `insert into admin_changes (actor_id, action, subject, before, after, reason, address)
      values ($1, $2, 's', $3, $4, null, $5) returning id`;
    const change = await value(insert, [id, action, before, after, address]);
    const [[name, given]] = Object.entries(to) as [[string, unknown]];
    return one.query(`update admin_changes set ${name} = $2 where id = $1`, [change, given]).then(
      () => 'taken out',
      (error: Error) => error.message,
    );
  }
  const refused = expect.stringMatching(/^UPDATE of admin_changes\w* is refused: it is append-only$/);

  it('lets go of what it says of a person', async () => {
    expect(await change({ before: { role: 'USER' } })).toBe('taken out');
    expect(await change({ after: {} })).toBe('taken out');
    expect(await change({ address: '' })).toBe('taken out');
    expect(await change({ address: row.address })).toBe('taken out');
    expect(await change({ after: {} }, { before: null })).toBe('taken out');
    expect(await change({ before: {} }, { after: null })).toBe('taken out');
  });

  it('takes nothing that is new, and no change of anything else', async () => {
    expect(await change({ action: 'y' })).toEqual(refused);
    expect(await change({ reason: 'r' })).toEqual(refused);
    expect(await change({ before: { role: 'ADMIN' } })).toEqual(refused);
    expect(await change({ before: { ...row.before, more: 1 } })).toEqual(refused);
    expect(await change({ before: {} }, { before: null })).toEqual(refused);
    expect(await change({ before: null })).toEqual(refused);
    expect(await change({ after: { xp: 2 } })).toEqual(refused);
    expect(await change({ after: {} }, { after: null })).toEqual(refused);
    expect(await change({ after: null })).toEqual(refused);
    expect(await change({ address: '192.0.2.2' })).toEqual(refused);
    await expect(one.query('delete from admin_changes')).rejects.toThrow(
      /^DELETE of admin_changes\w* is refused/,
    );
  });

  it('is searched by all its words, and shown without a reason where there is none', async () => {
    const words = (...given: unknown[]) => value('select audit_words($1, $2, $3, $4, $5)', given);
    expect(await words('Do', 'user:7', 'Why Not', { A: 1 }, { B: null })).toBe(
      'do user:7 why not {"a": 1} {"b": null}',
    );
    expect(await words('Do', 'user:7', null, null, null)).toBe('do user:7   ');
    await change({ address: '' });
    const shown = await one.query(
      'select reason, words, address from recorded_changes order by id desc limit 1',
    );
    expect(shown.rows).toEqual([
      { reason: '', words: 'x s  {"name": "a", "role": "user"} {"xp": 1}', address: '' },
    ]);
  });
});

describe('counters', () => {
  it('add up by subject, each connection on a stripe of its own', async () => {
    const add = (client: pg.Client, subjects: string[], amounts: number[]) =>
      client.query('select add_to_counter($1, $2, $3)', ['things', subjects, amounts]);
    await add(one, ['b', 'a', 'nothing'], [2, 1, 0]);
    await add(one, ['b'], [3]);
    await add(other, ['b', 'a'], [-1, 10]);
    await one.query(`select add_to_counter('others', '{b}', '{100}')`);
    for (const [subject, amount] of [
      ['a', 11],
      ['b', 4],
      ['nothing', 0],
      ['none', 0],
    ] as const) {
      expect(await value(`select counter_amount('things', $1)`, [subject])).toBe(amount);
    }
    const stripe = Number(await value('select pg_backend_pid() % 32'));
    const { rows } = await one.query(
      `select subject, amount::int from row_counters where counter = 'things' and stripe = $1 order by subject`,
      [stripe],
    );
    const isShared =
      Number((await other.query('select pg_backend_pid() % 32 as stripe')).rows[0].stripe) === stripe;
    expect(rows).toEqual(
      isShared
        ? [
            { subject: 'a', amount: 11 },
            { subject: 'b', amount: 4 },
          ]
        : [
            { subject: 'a', amount: 1 },
            { subject: 'b', amount: 5 },
          ],
    );
  });
});

describe('months', () => {
  const month = '2031-05-01';
  const add = async (table: string, of = month) => value('select add_month($1, $2)', [table, of]);
  const parts = async (table: string) =>
    (
      await one.query(
        `select part, month::text from month_parts where table_name = $1 order by month nulls first, part`,
        [table],
      )
    ).rows;

  it('begin with the first id of their first moment', async () => {
    const toId = (moment: number) =>
      `${moment
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-0000-0000-000000000000`;
    for (const moment of [Date.parse(month), Date.parse(month) + 1]) {
      expect(await value('select first_id_of($1)', [new Date(moment)])).toBe(toId(moment));
    }
  });

  it('are those of three tables', async () => {
    const { rows } = await one.query('select distinct table_name as name from month_parts order by 1');
    expect(rows.map(({ name }) => name)).toEqual(['admin_changes', 'attempt_readings', 'payment_events']);
  });

  it('get their part once, with the rows that were put elsewhere, from its first moment to before the next', async () => {
    await one.query('begin');
    const { id: actor } = await createPlayer(db);
    for (const moment of [
      '2031-04-30T23:59:59.999Z',
      '2031-05-01T00:00:00Z',
      '2031-05-31T23:59:59.999Z',
      '2031-06-01T00:00:00Z',
    ]) {
      await one.query(
        `insert into admin_changes (id, actor_id, action, subject) values (first_id_of($1), $2, 'month', $1)`,
        [moment, actor],
      );
      await one.query(
        `insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
         values ($1::text, 't', 'o', 'noted', $1::timestamptz, $1::timestamptz)`,
        [moment],
      );
    }
    const before = await parts('admin_changes');
    expect(before[0]).toEqual({ part: 'admin_changes_other', month: null });
    expect([await add('admin_changes'), await add('payment_events')]).toEqual([true, true]);
    expect(await parts('admin_changes')).toEqual([...before, { part: 'admin_changes_2031_05', month }]);
    const { rows } = await one.query(`
      select part from (
        select subject as moment, split_part(tableoid::regclass::text, '.', 2) as part from admin_changes where action = 'month'
        union all
        select event_id, split_part(tableoid::regclass::text, '.', 2) from payment_events where type = 't') found
      order by moment::timestamptz, part`);
    expect(rows.map(({ part }) => part)).toEqual([
      ...['admin_changes_other', 'payment_events_other'],
      ...['admin_changes_2031_05', 'payment_events_2031_05'],
      ...['admin_changes_2031_05', 'payment_events_2031_05'],
      ...['admin_changes_other', 'payment_events_other'],
    ]);
    expect([await add('admin_changes'), await add('payment_events')]).toEqual([false, false]);
    // One without strays.
    expect(await add('admin_changes', '2031-07-01')).toBe(true);
  });

  it('have all triggers of their table, also where rows were moved to them', async () => {
    await one.query('begin');
    await one.query(`insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
      values ('e', 't', 'o', 'noted', '2031-05-02Z', '2031-05-02Z')`);
    const triggers = async (table: string) =>
      (
        await one.query(
          `select tgname, tgtype, tgenabled from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by 1`,
          [table],
        )
      ).rows;
    for (const table of ['admin_changes', 'attempt_readings', 'payment_events']) {
      await add(table);
      const expected = await triggers(table);
      expect(expected.length).toBeGreaterThan(0);
      expect(await triggers(`months.${table}_2031_05`)).toEqual(expected);
      expect(await triggers(`months.${table}_other`)).toEqual(expected);
    }
  });

  it('need no part that a longer one of the same table holds', async () => {
    await one.query('begin');
    const rename = (table: string, to: string) =>
      one.query(`do $$ declare part text := (select part from month_parts where table_name = '${table}' and part ~ '_to_'); begin
        execute format('alter table months.%I rename to %I', part, '${table}_to_${to}'); end $$`);
    await rename('payment_events', '2031_06');
    expect(await add('payment_events')).toBe(false);
    expect(await add('payment_events', '2031-06-01')).toBe(false);
    expect(await add('payment_events', '2031-07-01')).toBe(true);
    expect(await add('admin_changes', '2031-05-01')).toBe(true);
  });

  it('are made by one of two who find none', async () => {
    await one.query('begin');
    expect(await add('admin_changes', '2032-01-01')).toBe(true);
    const waiting = other.query(`select add_month('admin_changes', '2032-01-01') as made`);
    await vi.waitFor(async () =>
      expect(
        await value(
          `select count(*)::int from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
        ),
      ).toBe(1),
    );
    await one.query('commit');
    expect((await waiting).rows).toEqual([{ made: false }]);
  });
});
