// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { createLogger } from '../../platform/log.ts';
import { listErrors } from './browser-error-store.ts';
import { createCollector } from './collector.ts';

const test = openForTests(() => startTestApp({ log }));
const lines: string[] = [];
const log = createLogger('warn', { write: (line) => void lines.push(line) });
beforeEach(() => test.db.run(sql`delete from browser_errors`));

const error = (number = 0) => ({
  name: 'TypeError',
  message: `x is not a function ${'a'.repeat(number % 90)}`,
  place: `shell-Ab.js:1:${number}`,
  page: '/products/3fa8?code=9',
});

it('groups equal errors and logs a new one once', async () => {
  const collectors = [createCollector({ ...test, log }), createCollector({ ...test, log })];
  for (let time = 0; time < 3; time++) {
    for (const collector of collectors) {
      expect(collector.take(error(), `10.0.0.${time}`)).toBe(true);
      await collector.flush();
    }
  }
  expect(await listErrors(test.db, 9)).toMatchObject([
    { seen: 6, page: '/products', message: 'x is not a function' },
  ]);
  expect(lines.filter((line) => line.includes('new browser error'))).toHaveLength(1);
});

it('accepts ten reports per network in ten minutes', () => {
  const collector = createCollector({ ...test, log });
  const taken = Array.from({ length: 25 }, (_, number) => collector.take(error(number), '10.0.0.1'));
  expect(taken.filter(Boolean)).toHaveLength(10);
  expect(collector.take(error(), '10.0.0.2')).toBe(true);
});

it('accepts reports without a session, and stores 500 kinds at most', { tags: ['long'] }, async () => {
  const answer = await test.call({ method: 'POST', url: '/browser-errors', payload: error() });
  expect([answer.statusCode, answer.json().data]).toEqual([200, {}]);
  for (let round = 0; round < 14; round++) {
    const collector = createCollector({ ...test, log });
    for (let number = 0; number < 200; number++) {
      collector.take(error(round * 1_000 + number), `10.${round}.${number}.1`);
    }
    await collector.flush();
  }
  const { count } = await test.db.one<{ count: number }>(sql`select count(*) from browser_errors`);
  expect(count).toBe(500);

  // A real error, seen by two browsers, is stored and stays when more are fabricated.
  const real = { ...error(), message: 'Cannot read the ring' };
  for (const made of [[real, real], Array.from({ length: 40 }, (_, number) => error(90_000 + number))]) {
    test.clock.advance(60_000);
    const collector = createCollector({ ...test, log });
    for (const [number, one] of made.entries()) collector.take(one, `10.99.${number}.1`);
    await collector.flush();
  }
  expect(await listErrors(test.db, 500)).toContainEqual(
    expect.objectContaining({ message: real.message, seen: 2 }),
  );
});
