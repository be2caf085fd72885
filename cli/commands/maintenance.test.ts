// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { afterAll, beforeAll, expect, it } from 'vitest';
import { finalring, finalringJson } from '../../tests/support/command.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('starts, changes and ends maintenance, and refuses a past end or an unusable reason', async () => {
  const env = { DATABASE_URL: test.url };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const on = ['maintenance', 'on', '--until', until, '--reason'];
  expect((await finalring([...on, 'We move.'], env)).stdout).toBe(`on, planned until ${until}: We move\n`);
  expect((await finalring([...on, 'Longer'], env)).stdout).toContain(': Longer\n');
  const { result } = await finalringJson(['maintenance'], env);
  expect(result).toEqual({ maintenance: { reason: 'Longer', until } });
  const past = ['maintenance', 'on', '--until', '2020-01-01T00:00:00Z', '--reason', 'x'];
  expect(await finalring(past, env)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is in the past'),
  });
  expect(await finalring([...on, 'x'.repeat(201)], env)).toMatchObject({ code: 3 });
  expect((await finalring(['maintenance', 'off'], env)).stdout).toBe(
    'ended: players can start, buy and pay again\n',
  );
  expect((await finalring(['maintenance', 'off'], env)).stdout).toBe('already off\n');
});
