// SPDX-License-Identifier: Apache-2.0

import type { Listeners, Tasks } from './outbox.ts';

/**
 * One task per domain event, which calls all of its listeners. If one fails, the others still run, and the job is
 * retried for all of them: so each must be idempotent.
 */
export function listenerTasks(listeners: readonly Listeners[]): Tasks {
  const byEvent = new Map<string, ((payload: never) => Promise<void>)[]>();
  for (const [name, listen] of listeners.flatMap((each) => Object.entries(each))) {
    byEvent.set(name, [...(byEvent.get(name) ?? []), listen]);
  }
  return Object.fromEntries(
    [...byEvent].map(([name, all]) => [
      name,
      async (payload: never) => {
        const results = await Promise.allSettled(all.map((listen) => listen(payload)));
        const failures = results
          .filter((result) => result.status === 'rejected')
          .map((result) => result.reason);
        if (failures.length === 1) throw failures[0];
        if (failures.length > 1) {
          throw new AggregateError(failures, `${failures.length} listeners of ${name} failed`);
        }
      },
    ]),
  );
}
