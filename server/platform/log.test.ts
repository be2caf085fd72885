// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { createLogger } from './log.ts';

function logged(err: unknown): { err: Record<string, unknown> } {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err }, 'failed');
  return JSON.parse(lines[0] ?? '{}');
}

it('logs each of several errors with its cause, without attached objects', () => {
  const cause = Object.assign(new Error('no connection'), { code: 'ECONNRESET', socket: { secret: 'x' } });
  const all = new AggregateError(
    [new Error('payment p1: refused', { cause }), 'a word'],
    '2 payments failed',
  );
  const { err } = logged(all);
  expect(err).toMatchObject({
    message: '2 payments failed',
    errors: [
      { message: 'payment p1: refused', cause: { message: 'no connection', code: 'ECONNRESET' } },
      'a word',
    ],
  });
  expect(JSON.stringify(err)).not.toContain('secret');
});

it('logs the first twenty of many errors and their number', () => {
  const { err } = logged(new AggregateError(Array.from({ length: 300 }, (_, n) => new Error(`e${n}`))));
  expect((err.errors as object[]).length).toBe(20);
  expect(err.errorsInAll).toBe(300);
});

it('adds no list for a single error', () => expect(logged(new Error('x')).err).not.toHaveProperty('errors'));
