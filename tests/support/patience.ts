// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';

/**
 * How long tests wait before they give up. Write limits for a quiet machine with two cores, with some margin; they are
 * multiplied by how much slower this machine is. A limit only ends tests that hang, so a long one costs nothing.
 */

const work = 'let n = 0; for (let i = 0; i < 1e7; i++) n = (n * 31 + i) | 0;';
/** How long starting two processes for `work` takes on a quiet machine. */
const usualMs = 120;
/** Processes per core during `npm test` on a quiet machine. */
const usualLoad = 3;
/** The slowness beside a load of 20. A failing test should still end within minutes. */
const maxSlowness = 10;

/** Two processes at a time, three times, so that machines with one core or a share of one measure as slower. */
async function measureSlowness(): Promise<number> {
  const began = performance.now();
  for (let time = 0; time < 3; time++) {
    await Promise.all([1, 2].map(() => once(spawn(process.execPath, ['-e', work]), 'exit')));
  }
  return Math.max(1, (performance.now() - began) / 3 / usualMs);
}

// The first process of a run measures once; its workers inherit the result.
process.env.TEST_SLOWNESS ??= (await measureSlowness()).toFixed(1);

/** How many times slower this machine is than a quiet one, including load since the run began. */
export function getSlowness(): number {
  const now = (loadavg()[0] ?? 0) / availableParallelism() / usualLoad;
  return Math.min(maxSlowness, Math.max(Number(process.env.TEST_SLOWNESS), now));
}

/** @param ms a limit for a quiet machine, in milliseconds */
export const patient = (ms: number): number => Math.round(ms * getSlowness());

/** The limit of one test. */
export const testMs = 120_000;
/** The limit for something that a test waits for. */
export const waitMs = 30_000;
