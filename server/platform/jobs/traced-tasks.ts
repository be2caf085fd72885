// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { JobHelpers } from 'graphile-worker';
import { inCall } from '../call-context.ts';
import type { Logger } from '../log.ts';
import { currentTracer } from '../tracing.ts';
import { originKey, type Task, type Tasks } from './outbox.ts';

type RunTask = (payload: never, helpers?: Pick<JobHelpers, 'job'>) => Promise<void>;

/**
 * Runs each task under the id of the request that caused it, however many jobs are in between, and logs the outcome. A
 * task without such a request, such as a cron task, gets its own id.
 */
export function tracedTasks(tasks: Tasks, log: Logger): Record<string, RunTask> {
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, traced(name, task, log)]));
}

/** The subject of a job, by ids that identify nobody. */
function pickIds(payload: Record<string, unknown>): Record<string, unknown> {
  const inner = typeof payload.payload === 'object' ? payload.payload : undefined;
  const ids = Object.entries({ ...inner, ...payload }).filter(([name]) => /^[a-z]+Id$/.test(name));
  return Object.fromEntries(ids);
}

function traced(name: string, task: Task, log: Logger): RunTask {
  return (given: Record<string, unknown> | null, helpers) => {
    const { [originKey]: origin, ...payload } = given ?? {};
    const requestId = typeof origin === 'string' ? origin : randomUUID();
    const span = currentTracer()?.begin(`job ${name}`, 'internal', {
      'job.task': name,
      'request.id': requestId,
    });
    return inCall({ requestId, span }, async () => {
      const began = performance.now();
      const about = () => ({
        task: name,
        job: helpers?.job.id,
        attempt: helpers?.job.attempts,
        ms: Math.round(performance.now() - began),
        ...pickIds(payload),
      });
      try {
        await task((given && payload) as never);
        log[origin ? 'info' : 'debug'](about(), 'job done');
        span?.end();
      } catch (error) {
        log.warn({ ...about(), err: error }, 'job failed');
        span?.end('failed');
        throw error;
      }
    });
  };
}
