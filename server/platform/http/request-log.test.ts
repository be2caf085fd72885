// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { carriesRequestId, createLogger } from '../log.ts';
import { requestLogger } from './request-log.ts';

function logging(level = 'trace') {
  const lines: Record<string, unknown>[] = [];
  const parent = createLogger(level, { write: (line) => void lines.push(JSON.parse(line)) });
  return { parent, lines, log: requestLogger(parent as never, { requestId: 'r1' }) };
}

it.each([
  ['fatal', 60],
  ['error', 50],
  ['warn', 40],
  ['info', 30],
  ['debug', 20],
  ['trace', 10],
] as const)('logs at level %s with the request id', (level, number) => {
  const { log, lines } = logging();
  log[level]({ of: 7 }, 'said %s', 'so');
  expect(lines).toMatchObject([{ level: number, requestId: 'r1', of: 7, msg: 'said so' }]);
});

it('creates its logger once, when it first logs', () => {
  const { parent, lines } = logging();
  let made = 0;
  const counting = {
    level: 'info',
    child: (bindings: object) => {
      made++;
      return parent.child(bindings);
    },
  };
  const log = requestLogger(counting as never, { requestId: 'r1' });
  log.silent('never');
  expect([made, log.level]).toEqual([0, 'info']);
  log.info('one');
  log.child({ part: 'p' }).info('two');
  expect(made).toBe(1);
  expect(lines).toMatchObject([
    { msg: 'one', requestId: 'r1' },
    { msg: 'two', requestId: 'r1', part: 'p' },
  ]);
});

it('marks a logger that already carries the request id, so that the id is not written twice', () => {
  const own: object[] = [];
  const parent = { level: 'info', child: () => own[own.push({ info() {} }) - 1] };
  requestLogger(parent as never, {}).info('x');
  expect((own[0] as Record<symbol, unknown>)[carriesRequestId]).toBe(true);
});
