// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { archiveLog, type LogArchive } from './archive-log.ts';
import { type BackupInfo, type BackupPlaces, listBackups } from './catalog.ts';
import { findBackupUpTo } from './find-log.ts';
import { forgetBackups, takeBackup } from './take-backup.ts';

export interface BackupPlan {
  everyMs: number;
  retentionMs: number;
}

/** If another process archives the log, we retry after this time. */
const retriedAfterMs = 15_000;
const lookEveryMs = 30_000;
/** A failed backup leaves a key behind, so failures must not follow each other within seconds. */
const takenAgainAfterMs = 15 * 60_000;

/** The SQLSTATE for a slot that another process uses. */
const taken = '55006';

interface Running {
  plan: BackupPlan;
  signal: AbortSignal;
  log: Logger;
}

/** Takes a backup if the newest is too old, or if the stored log does not reach from `known` to the present. */
async function takeWhenDue(
  url: string,
  places: BackupPlaces,
  known: BackupInfo | undefined,
  { plan, signal, log }: Running,
): Promise<BackupInfo> {
  const newest = known && (await listBackups(places)).at(-1);
  if (newest && Date.now() - newest.startedAt.getTime() < plan.everyMs) return newest;
  const backup = await takeBackup(url, places, { signal });
  const forgotten = await forgetBackups(places, plan);
  const { id, startedAt, endedAt } = backup;
  log.info({ backup: id, ms: endedAt.getTime() - startedAt.getTime(), forgotten }, 'backup taken');
  return backup;
}

/**
 * Backs up the database as long as the process runs: streams its log continuously, and takes a base backup at
 * intervals. Only one of several processes does it; when it ends, another takes over.
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
  /** The backup in progress. It survives a broken stream: the server keeps the log until the next one. */
  let taking: Promise<void> | undefined;
  let notBefore = 0;
  let timeline = 0;

  async function keep(): Promise<void> {
    archive = await archiveLog(url, places, log);
    // A failure on the former primary says nothing about the new one.
    if (archive.start.timeline !== timeline) notBefore = 0;
    timeline = archive.start.timeline;
    // From here on, the log has no gap while the stream lasts.
    let known: BackupInfo | undefined;
    let isLookedFor = false;
    let isEnded = false;
    const ended = archive.ended.finally(() => {
      isEnded = true;
    });
    ended.catch(() => {});
    const { start } = archive;
    const take = async () => {
      try {
        if (!isLookedFor) known = await findBackupUpTo(places, start);
        isLookedFor = true;
        known = await takeWhenDue(url, places, known, { plan, signal, log });
      } catch (error) {
        notBefore = Date.now() + takenAgainAfterMs;
        if (!signal.aborted) log.error({ err: error }, 'backup failed');
      } finally {
        taking = undefined;
      }
    };
    while (!signal.aborted && !isEnded) {
      // The log is streamed in the meantime, even if the backup fails.
      if (!taking && Date.now() >= notBefore) taking = take();
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
    await taking;
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
