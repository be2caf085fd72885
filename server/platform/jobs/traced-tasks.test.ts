// SPDX-License-Identifier: Apache-2.0

import { afterEach, expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import { requestIdOfCall, spanOfCall } from '../call-context.ts';
import { createLogger } from '../log.ts';
import { traceBy } from '../tracing.ts';
import { tracedTasks } from './traced-tasks.ts';

afterEach(() => traceBy(undefined));

const helpers = { job: { id: '17', attempts: 2 } } as never;
/** Runs a task with this payload; returns the context it saw, and its log lines. */
async function run(payload: object | null, work: (payload: never) => Promise<void> = async () => {}) {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const seen: { payload?: unknown; requestId?: string | undefined } = {};
  const task = async (given: never) => {
    Object.assign(seen, { payload: given, requestId: requestIdOfCall(), span: spanOfCall() });
    await work(given);
  };
  const traced = tracedTasks({ 'some-task': task }, log)['some-task'];
  const failure = await traced?.(payload as never, helpers).catch((error: unknown) => error);
  return { seen, lines, failure };
}

it('runs a job under the request it comes from, hidden from its task', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const { seen, lines } = await run(
    { _requestId: 'r1', orderId: 'o1', name: 'Ada', Id: 'x', myid: 'y', cardIds: 'z', BigId: 'q' },
    async () => void now.mockReturnValue(1_250.4),
  );
  now.mockRestore();
  expect(seen).toMatchObject({ payload: { orderId: 'o1', name: 'Ada' }, requestId: 'r1' });
  expect(seen.payload).not.toHaveProperty('_requestId');
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      msg: 'job done',
      requestId: 'r1',
      task: 'some-task',
      job: '17',
      attempt: 2,
      ms: 250,
      orderId: 'o1',
    },
  ]);
  expect(lines[0]?.ms).toBeLessThan(patient(1_000));
});

it('gives a job without a request a new id, and logs it at debug level', async () => {
  const { seen, lines } = await run({ payload: { playerId: 'p1', email: 'a@b' } });
  expect(seen.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines).toMatchObject([{ level: 20, msg: 'job done', playerId: 'p1', requestId: seen.requestId }]);
  expect(lines[0]).not.toHaveProperty('email');
  expect((await run(null)).seen.payload).toBeNull();
  expect((await run({ payload: 'playerId' })).lines).toMatchObject([{ msg: 'job done' }]);
});

it('logs which job failed, and lets it fail', async () => {
  const { lines, failure } = await run({ _requestId: 'r1', orderId: 'o1' }, () =>
    Promise.reject(new Error('no')),
  );
  expect(failure).toMatchObject({ message: 'no' });
  expect(lines).toMatchObject([
    { level: 40, msg: 'job failed', task: 'some-task', orderId: 'o1', job: '17', err: { message: 'no' } },
  ]);
});

it('makes a span for each job that ends with it', async () => {
  const span = { traceId: 't', spanId: 's', end: vi.fn() };
  const begin = vi.fn(() => span);
  traceBy({ begin } as never);
  const { seen } = await run({ _requestId: 'r1' });
  expect(seen).toMatchObject({ span });
  expect(begin).toHaveBeenCalledExactlyOnceWith('job some-task', 'internal', {
    'job.task': 'some-task',
    'request.id': 'r1',
  });
  await run({}, () => Promise.reject(new Error('no')));
  expect(span.end.mock.calls).toEqual([[], ['failed']]);
});
