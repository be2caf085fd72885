// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { parseMoment } from '../moment.ts';

const maxReasonLetters = 200;

type Work<Result> = (db: import('../../server/platform/db/database.ts').Database) => Promise<Result>;

async function inDatabase<Result>(work: Work<Result>): Promise<Result> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(readDatabaseConfig(), work);
}

const show = (): Promise<Outcome> =>
  inDatabase(async (db) => {
    const { findMaintenance } = await import('../../server/features/status/feature.ts');
    const maintenance = (await findMaintenance(db)) ?? null;
    return {
      lines: [
        maintenance
          ? `on, planned until ${maintenance.until.toISOString()}: ${maintenance.reason}`
          : 'off: players can start, buy and pay',
      ],
      result: { maintenance },
    };
  });

async function begin({ until, reason: given }: { until: Date; reason: string }): Promise<Outcome> {
  const reason = given.trim().replace(/[.]$/, '');
  if (reason.length === 0 || reason.length > maxReasonLetters) {
    throw new Error(
      `--reason has ${reason.length} letters: it must have 1 to ${maxReasonLetters}, for players to read, such as "We move to a larger database"`,
    );
  }
  if (until.getTime() <= Date.now())
    throw new Error(`--until ${until.toISOString()} is in the past: give the planned end`);
  const { beginMaintenance } = await import('../../server/features/status/feature.ts');
  await inDatabase((db) => beginMaintenance(db, { reason, until }));
  return show();
}

const end = (): Promise<Outcome> =>
  inDatabase(async (db) => {
    const { endMaintenance } = await import('../../server/features/status/feature.ts');
    const wasOn = await endMaintenance(db);
    return {
      lines: [wasOn ? 'ended: players can start, buy and pay again' : 'already off'],
      result: { wasOn },
    };
  });

export function addMaintenance(program: Command): void {
  const maintenance = addCommand(
    program,
    'maintenance',
    'Show whether maintenance is on. While it is, players can’t start, buy or pay; pages, webhooks, stats checks and administrators go on.',
  ).action(answering(show));
  addCommand(
    maintenance,
    'on',
    'Stop players from starting, buying and paying, and show them why. Repeat it to change the reason or the end.',
  )
    .requiredOption('--until <time>', 'the planned end, such as 2026-11-23T12:00:00Z', parseMoment)
    .requiredOption('--reason <text>', 'what players read')
    .action(answering(begin));
  addCommand(maintenance, 'off', 'Let players start, buy and pay again.').action(answering(end));
}
