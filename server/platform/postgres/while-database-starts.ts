// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A database that recovers after a crash, or shares a busy machine, may take minutes to answer. */
const patienceMs = 10 * 60_000;
/** Where nothing listens, the address is more likely wrong: a recovering server reports its recovery. */
const absentPatienceMs = 10_000;
const pauseMs = 500;
const statusIntervalMs = 10_000;

const absentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);

function* causes(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

/** Whether a start failed because the database is unavailable, rather than for a permanent reason. */
const isAway = (error: unknown): boolean =>
  causes(error).some((each) => each instanceof DatabaseUnavailable && each.isConnectionLost);

const isAbsent = (error: unknown): boolean =>
  causes(error).some((each) => absentCodes.has((each as NodeJS.ErrnoException).code ?? ''));

export interface Starting {
  log: Logger;
  /** Undoes the beginning of a failed try. */
  undo(): Promise<void>;
  /** True once the process has been asked to stop. */
  stopping(): boolean;
  /** Whether it logs every ten seconds that it is still starting. */
  tells: boolean;
  /** Shorter in tests, in milliseconds. */
  patience?: { awayMs: number; absentMs: number };
}

/**
 * Starts, and starts over while the database is unavailable: for ten minutes, or ten seconds where nothing listens at
 * its address.
 * @throws the last try's error
 */
export async function whileDatabaseStarts<Result>(
  start: () => Promise<Result>,
  { log, undo, stopping, tells, patience = { awayMs: patienceMs, absentMs: absentPatienceMs } }: Starting,
): Promise<Result> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1_000);
  let reason = 'a part has not answered yet';
  let absentSince: number | undefined;
  const tell = () => log.warn({ seconds: seconds(), reason }, 'still starting');
  const statusTimer = tells ? setInterval(tell, statusIntervalMs) : undefined;
  try {
    for (let tried = 1; ; tried++) {
      try {
        return await start();
      } catch (error) {
        if (stopping() || !isAway(error)) throw error;
        const now = performance.now();
        absentSince = isAbsent(error) ? (absentSince ?? now) : undefined;
        const isTooLong = absentSince !== undefined && now - absentSince >= patience.absentMs;
        if (isTooLong || now - began >= patience.awayMs) throw error;
        ({ message: reason } = error as Error);
        if (tried === 1) log.warn({ reason }, 'waiting for the database');
        await undo();
        await delay(pauseMs);
        if (stopping()) throw error;
      }
    }
  } finally {
    clearInterval(statusTimer);
  }
}
