// SPDX-License-Identifier: Apache-2.0

import { failureOf } from './failure-of.ts';

/**
 * Does `work` for each id in turn. A failure does not block later ids; all failures are thrown at the end, so that the
 * job is retried and visible.
 */
export async function forEachId(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of ids) await work(id).catch((error: unknown) => failures.push(failureOf(id, error)));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${ids.length} failed`);
}
