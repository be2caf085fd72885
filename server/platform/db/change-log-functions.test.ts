// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { createPlayer } from '../../../tests/support/factories.ts';
import { startTwoSessions, type TwoSessions } from '../../../tests/support/two-sessions.ts';

const sessions = startTwoSessions();
const value: TwoSessions['value'] = (...asked) => sessions.value(...asked);

describe("the log of administrators' changes", () => {
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

  it('allows personal data to be removed', async () => {
    expect(await change({ before: { role: 'USER' } })).toBe('taken out');
    expect(await change({ after: {} })).toBe('taken out');
    expect(await change({ address: '' })).toBe('taken out');
    expect(await change({ address: row.address })).toBe('taken out');
    expect(await change({ after: {} }, { before: null })).toBe('taken out');
    expect(await change({ before: {} }, { after: null })).toBe('taken out');
  });

  it('refuses new data and any other change', async () => {
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

  it('allows rows older than three months to be deleted, as do readings and card provider events', async () => {
    const { id } = await createPlayer(sessions.db);
    const tryToDelete = async (table: string, columns: string, values: string) => {
      for (const [age, outcome] of [
        ['3 months 1 minute', 1],
        ['3 months -1 minute', 0],
      ] as const) {
        await sessions.one.query(
          `begin; insert into ${table} (${columns}) values (${values}, now() - interval '${age}')`,
        );
        const deleted = await sessions.one.query(`delete from ${table}`).catch(({ message }: Error) => {
          expect(message).toBe(`DELETE of ${table} is refused: it is append-only`);
          return { rowCount: 0 };
        });
        expect([table, age, deleted.rowCount]).toEqual([table, age, outcome]);
        await sessions.one.query('rollback');
      }
    };
    await sessions.one.query(
      'alter table admin_changes disable trigger user; delete from admin_changes; alter table admin_changes enable trigger user',
    );
    await tryToDelete('admin_changes', 'actor_id, action, subject, created_at', `'${id}', 'x', 's'`);
    await tryToDelete(
      'payment_events',
      'event_id, type, object_id, effect, happened_at, received_at',
      `'e', 't', 'o', 'noted', now()`,
    );
  });

  it('is searched by all its words, and shows an empty reason for none', async () => {
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

it('the first id of a time starts with its milliseconds and ends in zeros', async () => {
  const moment = Date.parse('2031-05-01');
  for (const at of [moment, moment + 1]) {
    const hex = at.toString(16).padStart(12, '0');
    expect(await value('select first_id_of($1)', [new Date(at)])).toBe(
      `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`,
    );
  }
});

describe('row counters', () => {
  it('add up by subject, one stripe per connection', async () => {
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
