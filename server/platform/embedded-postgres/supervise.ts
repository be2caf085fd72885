// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 100;
const retryAfterMs = { least: 100, most: 5_000 };

export interface Supervision {
  /** Stops watching; resolves once a restart in progress has ended. */
  end(): Promise<void>;
}

/**
 * Restarts a server that died, as long as it takes: immediately the first time, then with growing delays.
 * @param restart must tolerate that another process was faster
 */
export function supervise(options: {
  isAlive(): boolean;
  restart(): Promise<void>;
  log: { info(message: string): void; error(message: string): void };
}): Supervision {
  const { isAlive, restart, log } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {});

  async function revive(): Promise<void> {
    log.error('The built-in PostgreSQL ended unexpectedly; restarting it.');
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await restart();
        return log.info('The built-in PostgreSQL is running again.');
      } catch (error) {
        log.error(`The built-in PostgreSQL did not restart: ${(error as Error).message}`);
        await pause(Math.min(retryAfterMs.least * 2 ** attempt, retryAfterMs.most));
      }
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await pause(lookEveryMs);
      if (!signal.aborted && !isAlive()) await revive();
    }
  }

  const watching = watch();
  return {
    end() {
      ending.abort();
      return watching;
    },
  };
}
