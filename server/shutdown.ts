// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './platform/log.ts';

/** Started parts in start order; they are stopped in reverse. */
export type Stop = { name: string; stop(): Promise<void> };

/** The part that serves calls: a process keeps serving for a while before it stops this part. */
export const serverPart = 'http server';

/** Time for all parts together to stop. */
const stopWithinMs = 16_000;
/** Minimum per part, however long earlier parts took: the database must always get time to stop. */
const partStopsWithinMs = 2_000;

/** Whether `work` finished in time. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController();
  const late = delay(ms, false, { signal: waiting.signal }).catch(() => false);
  const ended = await Promise.race([work.then(() => true), late]);
  waiting.abort();
  return ended;
}

/** Stops all parts, last started first. A part that hangs is abandoned so that the rest still stops. */
export async function stopAll(started: Stop[], log: Logger): Promise<void> {
  const deadline = Date.now() + stopWithinMs;
  for (const { name, stop } of started.toReversed()) {
    const stopped = stop().catch((error) => log.error({ err: error }, `${name} did not stop cleanly`));
    if (await endsWithin(Math.max(deadline - Date.now(), partStopsWithinMs), stopped)) continue;
    log.error(`${name} took too long to stop`);
    process.exitCode = 1;
  }
}
