// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';

/** A job that has been due for longer is counted as late: no worker takes it. */
const lateSeconds = 60;
/**
 * Jobs of this queue may be late, because an operator's own slow receiver delays them (docs/rules/outgoing-webhooks.md,
 * 10).
 */
const waitsForReceivers = 'deliver-webhook';

async function runStatus(): Promise<Outcome> {
  const { readConfig } = await import('../../server/config.ts');
  const { release, version } = await import('../../server/version.ts');
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { readDatabaseState } = await import('../../server/platform/db/database-state.ts');
  const { readMigrationState } = await import('../../server/platform/db/migration-state.ts');
  const { countJobs } = await import('../../server/platform/jobs/job-counts.ts');
  const { probe } = await import('../probe.ts');
  const { withDatabase } = await import('../with-database.ts');
  const { publicUrl } = readConfig();
  return withDatabase(readDatabaseConfig(), async (db, url) => {
    const [database, migrations, jobs, health, ready] = await Promise.all([
      readDatabaseState(db),
      readMigrationState(url),
      countJobs(db),
      probe(`${publicUrl}/healthz`),
      probe(`${publicUrl}/readyz`),
    ]);
    const isReady = ready.status === 200;
    const failed = jobs.filter((task) => task.failed > 0);
    const late = jobs.filter(
      ({ task, waitingSeconds }) => task !== waitsForReceivers && waitingSeconds > lateSeconds,
    );
    // Processes of releases before 0.2.0 report only their version.
    const told = health.body?.release ?? health.body?.version;
    const served = typeof told === 'string' ? told : undefined;
    const isStuck = database.stuckCommits > 0;
    const isWrong =
      !isReady ||
      migrations.pending.length + migrations.changed.length > 0 ||
      isStuck ||
      failed.length > 0 ||
      late.length > 0;
    const sum = (count: 'waiting' | 'running' | 'scheduled' | 'failed') =>
      jobs.reduce((all, task) => all + task[count], 0);
    return {
      lines: [
        `release      ${release}${served && served !== release ? ` (served: ${served})` : ''}`,
        `address      ${publicUrl}: ${isReady ? 'ready' : (ready.silence ?? `not ready (${ready.status})`)}`,
        `processes    ${database.processes} (${database.workers} run jobs)`,
        `database     ${database.name}, PostgreSQL ${database.version}, ${Math.ceil(database.sizeBytes / 1024 ** 2)} MB`,
        `connections  ${database.openConnections} of ${database.maxConnections}`,
        ...(isStuck ? [`  STUCK      commits wait for an unreachable standby (${database.waitsFor})`] : []),
        `migrations   ${migrations.applied} applied, ${migrations.pending.length} pending`,
        `jobs         ${sum('running')} running, ${sum('waiting')} waiting, ${sum('scheduled')} scheduled, ${sum('failed')} failed for good`,
        ...failed.map((task) => `  FAILED     ${task.task}: ${task.failed} (Dashboard, Overview)`),
        ...late.map((task) => `  LATE       ${task.task}: due for ${task.waitingSeconds} s`),
      ],
      result: { version, release, served: served ?? null, publicUrl, isReady, database, migrations, jobs },
      isWrong,
    };
  });
}

export function addStatus(program: Command): void {
  addCommand(
    program,
    'status',
    'Show processes, connections, migrations, jobs, and whether the address is ready.',
  ).action(answering(runStatus));
}
