// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it, vi } from 'vitest';
import { createPlayer } from '../../../tests/support/factories.ts';
import { startTwoSessions, type TwoSessions } from '../../../tests/support/two-sessions.ts';

const sessions = startTwoSessions();
const value: TwoSessions['value'] = (...asked) => sessions.value(...asked);

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
    const { id } = await createPlayer(sessions.db);
    const { action, before, after, address } = { ...row, ...from };
    const insert = `insert into admin_changes (actor_id, action, subject, before, after, reason, address)
      values ($1, $2, 's', $3, $4, null, $5) returning id`;
    const change = await value(insert, [id, action, before, after, address]);
    const [[name, given]] = Object.entries(to) as [[string, unknown]];
    return sessions.one.query(`update admin_changes set ${name} = $2 where id = $1`, [change, given]).then(
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
    await expect(sessions.one.query('delete from admin_changes')).rejects.toThrow(
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
    const shown = await sessions.one.query(
      'select reason, words, address from recorded_changes order by id desc limit 1',
    );
    expect(shown.rows).toEqual([
      { reason: '', words: 'x s  {"name": "a", "role": "user"} {"xp": 1}', address: '' },
    ]);
  });
});

describe('counters', () => {
  it('add up by subject, each connection on a stripe of its own', async () => {
    const add = (client: TwoSessions['one'], subjects: string[], amounts: number[]) =>
      client.query('select add_to_counter($1, $2, $3)', ['things', subjects, amounts]);
    await add(sessions.one, ['b', 'a', 'nothing'], [2, 1, 0]);
    await add(sessions.one, ['b'], [3]);
    await add(sessions.other, ['b', 'a'], [-1, 10]);
    await sessions.one.query(`select add_to_counter('others', '{b}', '{100}')`);
    for (const [subject, amount] of [
      ['a', 11],
      ['b', 4],
      ['nothing', 0],
      ['none', 0],
    ] as const) {
      expect(await value(`select counter_amount('things', $1)`, [subject])).toBe(amount);
    }
    const stripe = Number(await value('select pg_backend_pid() % 32'));
    const { rows } = await sessions.one.query(
      `select subject, amount::int from row_counters where counter = 'things' and stripe = $1 order by subject`,
      [stripe],
    );
    const isShared =
      Number((await sessions.other.query('select pg_backend_pid() % 32 as stripe')).rows[0].stripe) ===
      stripe;
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
      await sessions.one.query(
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

  it('count from January 2020, each with ids of its own', async () => {
    const first = async (of: string) => Number(await value('select first_number_of($1)', [of]));
    expect(await first('2020-01-01')).toBe(0);
    expect(await first(month)).toBe((11 * 12 + 4) * 100_000_000_000);
  });

  it('are those of four tables', async () => {
    const { rows } = await sessions.one.query(
      'select distinct table_name as name from month_parts order by 1',
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'admin_changes',
      'attempt_readings',
      'payment_events',
      'transfers',
    ]);
  });

  it('number the ids of one table alone, from each month’s first on, and never go back', async () => {
    await sessions.one.query('begin; create table others (id uuid, number bigint) partition by range (id)');
    const tables = ['others', 'admin_changes', 'attempt_readings', 'payment_events', 'transfers'];
    for (const table of tables) {
      expect([table, await value('select is_numbered($1)', [table])]).toEqual([table, table === 'transfers']);
    }
    const first = Number(
      await value(`select first_number_of(date_trunc('month', now() at time zone 'UTC')::date)`),
    );
    const numberAfter = async (last: number) => {
      await sessions.one.query(`select setval('transfers_id_seq', $1)`, [last]);
      const isMoved = await value(`select number_by_month('transfers')`);
      return [isMoved, Number(await value(`select nextval('transfers_id_seq')`)) - first];
    };
    expect(await numberAfter(first - 2)).toEqual([true, 0]);
    expect(await numberAfter(first - 1)).toEqual([false, 0]);
    expect(await numberAfter(first + 5)).toEqual([false, 6]);
    expect(await value(`select number_by_month('payment_events')`)).toBe(false);
  });

  it('get their part once, with the rows that were put elsewhere, from its first moment to before the next', async () => {
    await sessions.one.query('begin');
    const { id: actor } = await createPlayer(sessions.db);
    for (const moment of [
      '2031-04-30T23:59:59.999Z',
      '2031-05-01T00:00:00Z',
      '2031-05-31T23:59:59.999Z',
      '2031-06-01T00:00:00Z',
    ]) {
      await sessions.one.query(
        `insert into admin_changes (id, actor_id, action, subject) values (first_id_of($1), $2, 'month', $1)`,
        [moment, actor],
      );
      await sessions.one.query(
        `insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
         values ($1::text, 't', 'o', 'noted', $1::timestamptz, $1::timestamptz)`,
        [moment],
      );
    }
    const before = await parts('admin_changes');
    expect(before[0]).toEqual({ part: 'admin_changes_other', month: null });
    expect([await add('admin_changes'), await add('payment_events')]).toEqual([true, true]);
    expect(await parts('admin_changes')).toEqual([...before, { part: 'admin_changes_2031_05', month }]);
    const { rows } = await sessions.one.query(`
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
    await sessions.one.query('begin');
    await sessions.one.query(`insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
      values ('e', 't', 'o', 'noted', '2031-05-02Z', '2031-05-02Z')`);
    const triggers = async (table: string) =>
      (
        await sessions.one.query(
          `select tgname, tgtype, tgenabled from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by 1`,
          [table],
        )
      ).rows;
    for (const table of ['admin_changes', 'attempt_readings', 'payment_events', 'transfers']) {
      await add(table);
      const expected = await triggers(table);
      expect(expected.length).toBeGreaterThan(0);
      expect(await triggers(`months.${table}_2031_05`)).toEqual(expected);
      expect(await triggers(`months.${table}_other`)).toEqual(expected);
    }
  });

  it('need no part that a longer one of the same table holds', async () => {
    await sessions.one.query('begin');
    const rename = (table: string, to: string) =>
      sessions.one.query(`do $$ declare part text := (select part from month_parts where table_name = '${table}' and part ~ '_to_'); begin
        execute format('alter table months.%I rename to %I', part, '${table}_to_${to}'); end $$`);
    await rename('payment_events', '2031_06');
    expect(await add('payment_events')).toBe(false);
    expect(await add('payment_events', '2031-06-01')).toBe(false);
    expect(await add('payment_events', '2031-07-01')).toBe(true);
    expect(await add('admin_changes', '2031-05-01')).toBe(true);
    // Ids that count months continue from the month in which they began to.
    await rename('transfers', '2031_06');
    expect(await add('transfers')).toBe(false);
    expect(await add('transfers', '2031-06-01')).toBe(true);
  });

  it('are made by one of two who find none', async () => {
    await sessions.one.query('begin');
    expect(await add('admin_changes', '2032-01-01')).toBe(true);
    const waiting = sessions.other.query(`select add_month('admin_changes', '2032-01-01') as made`);
    await vi.waitFor(async () =>
      expect(
        await value(
          `select count(*)::int from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
        ),
      ).toBe(1),
    );
    await sessions.one.query('commit');
    expect((await waiting).rows).toEqual([{ made: false }]);
  });

  it('are locked in forty short tries, every eighth of them longer, or not at all', async () => {
    await sessions.other.query('begin; lock table payment_events in access share mode');
    // Replaces the function that waits by one that only reports how long it would have waited.
    await sessions.one.query(`
      begin; create schema instant; set local search_path = instant, pg_catalog, public;
      create function instant.set_config(name text, value text, is_local boolean) returns text language plpgsql as $$ begin
        raise notice 'tries for % ms (%)', value, is_local;
        return pg_catalog.set_config(name, '1', is_local);
      end $$;
      create function instant.pg_sleep(seconds integer) returns void language plpgsql as $$ begin
        raise notice 'waits % s', seconds;
      end $$`);
    await expect(sessions.one.query(`select lock_in_steps('payment_events')`)).rejects.toThrow(
      'canceling statement due to lock timeout',
    );
    const tries = Array.from({ length: 40 }, (_, n) => `tries for ${n % 8 === 7 ? 1300 : 400} ms (t)`);
    expect(sessions.notices.map((notice) => notice.replace(': undefined', ''))).toEqual(
      tries.flatMap((each) => [each, 'waits 1 s']).slice(0, -1),
    );
  });
});
