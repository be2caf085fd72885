import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { archiveLog, type LogArchive } from './archive-log.ts';
import type { BackupPlaces } from './catalog.ts';
import { listBackups } from './catalog.ts';
import { forgetBackups, takeBackup } from './take-backup.ts';

export interface BackupPlan {
  everyMs: number;
  retentionMs: number;
}

/** Another process may keep the log: it is asked for again after so long. */
const retriedAfterMs = 15_000;
const lookEveryMs = 30_000;
/** A backup that failed leaves a key: not one every few seconds. */
const takenAgainAfterMs = 15 * 60_000;

/** PostgreSQL's word that another process has the slot. */
const taken = '55006';

/** Takes a backup where the newest is too old, or what was kept of the log does not go on from it. */
async function takeWhenDue(
  url: string,
  places: BackupPlaces,
  plan: BackupPlan,
  { isNew, log }: { isNew: boolean; log: Logger },
): Promise<void> {
  const newest = (await listBackups(places)).at(-1);
  if (newest && !isNew && Date.now() - newest.startedAt.getTime() < plan.everyMs) return;
  const { id, startedAt, endedAt } = await takeBackup(url, places);
  const forgotten = await forgetBackups(places, plan);
  log.info({ backup: id, ms: endedAt.getTime() - startedAt.getTime(), forgotten }, 'backup taken');
}

/**
 * Backs the database up for as long as the process lives: its log all the time, all of it every so often. Of several
 * processes one does it, and another goes on where that one ends.
 */
export function runBackups(
  url: string,
  places: BackupPlaces,
  { plan, log }: { plan: BackupPlan; log: Logger },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
  let archive: LogArchive | undefined;
  let notBefore = 0;

  async function keep(): Promise<void> {
    archive = await archiveLog(url, places);
    let { isNew } = archive;
    let isEnded = false;
    const ended = archive.ended.finally(() => {
      isEnded = true;
    });
    ended.catch(() => {});
    while (!signal.aborted && !isEnded) {
      // The log is kept meanwhile, whatever becomes of it.
      if (Date.now() >= notBefore) {
        await takeWhenDue(url, places, plan, { isNew, log }).then(
          () => {
            isNew = false;
          },
          (error) => {
            notBefore = Date.now() + takenAgainAfterMs;
            log.error({ err: error }, 'a backup could not be taken');
          },
        );
      }
      await Promise.race([pause(lookEveryMs), ended]);
    }
    await archive.stop();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await keep();
      } catch (error) {
        await archive?.stop().catch(() => {});
        if ((error as { code?: string }).code !== taken) log.error({ err: error }, 'backups are interrupted');
      }
      await pause(retriedAfterMs);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
