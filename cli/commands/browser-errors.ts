// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';

const maxShown = 50;

async function listBrowserErrors(): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { listErrors } = await import('../../server/features/browser-errors/feature.ts');
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(readDatabaseConfig(), async (db) => {
    const errors = await listErrors(db, maxShown);
    const lines = errors.flatMap(({ name, message, place, page, seen, firstSeenAt, lastSeenAt }) => [
      `${String(seen).padStart(8)}  ${name}: ${message}`,
      `          ${page}, ${place || 'place unknown'}, ${firstSeenAt.toISOString()} to ${lastSeenAt.toISOString()}`,
    ]);
    return { lines: lines.length > 0 ? lines : ['no errors in the last 30 days'], result: { errors } };
  });
}

export function addBrowserErrors(program: Command): void {
  addCommand(
    program,
    'browser-errors',
    'List errors in players’ browsers in the last 30 days, latest first: how often, what and where. They name no player.',
  ).action(answering(listBrowserErrors));
}
