// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';

/**
 * How long tests wait before they give up. A limit in a test suits a quiet machine of two cores, with room to spare; here it
 * is stretched by how much slower this machine is. A limit only ends what hangs, so one that is too long costs nothing.
 */

const work = 'let n = 0; for (let i = 0; i < 1e7; i++) n = (n * 31 + i) | 0;';
/** What starting two processes for `work` takes on a quiet machine. */
const usualMs = 120;
/** Processes for each core while `npm test` runs on a quiet machine. */
const usualLoad = 3;
/** As beside a load of 20. A test that fails since it waits in vain should still end in minutes. */
const maxSlowness = 10;

/** Two processes at a time, three times: a machine of one core, or a share of one, is slower as well. */
async function measureSlowness(): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < 3; time++) {
    await Promise.all([1, 2].map(() => once(spawn(process.execPath, ['-e', work]), 'exit')));
  }
  return Math.max(1, (performance.now() - began) / 3 / usualMs);
}

// Measured once by the first process of a run: the workers that it starts inherit the result.
process.env.TEST_SLOWNESS ??= (await measureSlowness()).toFixed(1);

/** How many times slower than a quiet machine this one is; a load that came since the run began counts. */
export function getSlowness(): number {
  const now = (loadavg()[0] ?? 0) / availableParallelism() / usualLoad;
  return Math.min(maxSlowness, Math.max(Number(process.env.TEST_SLOWNESS), now));
}

/** @param ms a limit that suits a quiet machine, in milliseconds */
export const patient = (ms: number): number => Math.round(ms * getSlowness());

/** For one test. */
export const testMs = 120_000;
/** For what a test waits for. */
export const waitMs = 30_000;
