// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';

const db = openTestDatabase({ poolSize: 2 });

const settle = (asked: readonly Promise<unknown>[]) =>
  Promise.all(asked.map((one) => one.catch((error: Error) => error)));
const double = (n: number) =>
  db.batched.row<{ twice: number; pid: number }>(sql`select ${n}::int * 2 as twice, pg_backend_pid() as pid`);
const count = (text: string) =>
  db.batched.row<{ length: number }>(sql`select length(${text}::text) as length`);

it('returns each concurrent caller its own answer', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const numbers = Array.from({ length: 30 }, (_, n) => n + turn);
    const [doubled, counted] = await Promise.all([
      Promise.all(numbers.map(double)),
      Promise.all(numbers.map((n) => count('x'.repeat(n)))),
    ]);
    expect(doubled.map((row) => row?.twice)).toEqual(numbers.map((n) => 2 * n));
    expect(counted.map((row) => row?.length)).toEqual(numbers);
    expect(new Set(doubled.map((row) => row?.pid)).size).toBeLessThanOrEqual(2);
  }
});

it('uses one connection for several statements', async () => {
  const connect = vi.spyOn(db.pool, 'connect');
  await Promise.all(Array.from({ length: 16 }, (_, n) => double(n)));
  // The pool itself uses the form with a callback.
  expect(connect.mock.calls.filter((given: unknown[]) => given.length === 0)).toHaveLength(2);
});

it('fails only the faulty statement, whatever its position', async () => {
  for (const wrong of [0, 3, 7]) {
    const asked = Array.from({ length: 8 }, (_, n) =>
      n === wrong ? db.batched.row(sql`select 1 / ${0}::int as broken`) : double(n),
    );
    const answers = await settle(asked);
    for (const [n, answer] of answers.entries()) {
      if (n === wrong) expect(String(answer)).toContain('division by zero');
      else expect(answer).toMatchObject({ twice: 2 * n });
    }
  }
});

it('fails the whole batch when its connection is lost, and recovers with another', async () => {
  const asked = [db.batched.row(sql`select pg_terminate_backend(pg_backend_pid())`), double(1), double(2)];
  const answers = await settle(asked);
  for (const answer of answers) expect(answer).toBeInstanceOf(Error);
  expect(await double(21)).toMatchObject({ twice: 42 });
});
