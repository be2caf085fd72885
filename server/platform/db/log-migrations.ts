// SPDX-License-Identifier: Apache-2.0

import type { Logger } from '../log.ts';

const longMs = 1_000;

export interface MigrationLog {
  /** Runs one migration. @returns how long it took, in milliseconds */
  of(migration: string, run: () => Promise<void>): Promise<number>;
  /** Call it after all of them have run. */
  end(): void;
}

/**
 * Logs for an operator who waits for a start: how many migrations run, each one that takes over a second, and the end.
 */
export function logMigrations(log: Pick<Logger, 'info'> | undefined, migrations: number): MigrationLog {
  const began = performance.now();
  if (migrations > 0) log?.info({ migrations }, 'bringing the database up to date');
  let done = 0;
  return {
    async of(migration, run) {
      const from = performance.now();
      const progressTimer = setTimeout(() => {
        log?.info({ migration, number: done + 1, migrations }, 'a migration takes longer than a second');
      }, longMs);
      try {
        await run();
      } finally {
        clearTimeout(progressTimer);
      }
      done += 1;
      const ms = performance.now() - from;
      if (ms >= longMs) log?.info({ migration, ms: Math.round(ms) }, 'long migration done');
      return ms;
    },
    end() {
      if (migrations > 0)
        log?.info({ migrations, ms: Math.round(performance.now() - began) }, 'the database is up to date');
    },
  };
}
