// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import type { ArchiveDeps } from '../../server/platform/months/verify-archive.ts';
import { addCommand, answering, type Outcome } from '../answer.ts';

async function withArchives<Result>(work: (deps: ArchiveDeps) => Promise<Result>): Promise<Result> {
  const { installationId } = await import('../../server/platform/db/installation.ts');
  const { withInstallation } = await import('../with-database.ts');
  const { withObjects } = await import('../with-objects.ts');
  return withInstallation(({ db, config, appSecret }) =>
    withObjects(config, (objects) => work({ db, objects, appSecret, installationId: installationId(db) })),
  );
}

const toRowsText = (rows: number | null) => (rows === null ? 'being written' : `${rows} rows`);

async function list(): Promise<Outcome> {
  const { listArchives } = await import('../../server/platform/months/archive-store.ts');
  const { readMonthsAhead } = await import('../../server/platform/months/month-part-store.ts');
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(readDatabaseConfig(), async (db) => {
    const archives = await listArchives(db);
    const tables = await readMonthsAhead(db);
    return {
      lines: [
        ...tables.map(({ table, months }) => `${table}: parted ${months} months ahead`),
        ...archives.map(
          ({ part, rowCount, state, droppedAt }) =>
            `${part}  ${toRowsText(rowCount)}  ${droppedAt ? `left the database ${droppedAt.toISOString()}` : state}`,
        ),
        ...(archives.length === 0 ? ['Nothing is archived'] : []),
      ],
      result: {
        tables,
        archives: archives.map(({ part, tableName, state, rowCount, begunAt, droppedAt }) => ({
          ...{ part, table: tableName, state, rows: rowCount, begunAt, droppedAt },
        })),
      },
    };
  });
}

async function verify(): Promise<Outcome> {
  const { verifyArchives } = await import('../../server/platform/months/verify-archive.ts');
  return withArchives(async (deps) => {
    const archives = await verifyArchives(deps);
    const wrong = archives.filter(({ faults }) => faults.length > 0);
    return {
      lines: [
        ...archives.flatMap(({ part, rowCount, faults }) => [
          `${faults.length === 0 ? 'ok    ' : 'BREACH'}  ${part}: ${toRowsText(rowCount)}`,
          ...faults.map((fault) => `          ${fault}`),
        ]),
        `${archives.length} archives read, ${wrong.length} of them not as written`,
      ],
      result: archives.map(({ part, rowCount, faults }) => ({ part, rows: rowCount, faults })),
      isWrong: wrong.length > 0,
    };
  });
}

async function show(part: string): Promise<Outcome> {
  const { readArchive } = await import('../../server/platform/months/read-archived.ts');
  return withArchives(async ({ db, objects }) => {
    const rows = await readArchive({ db, objects }, part);
    if (!rows) throw new Error(`${part} is not archived; finalring archive names what is`);
    return { lines: rows.map((row) => JSON.stringify(row)), result: rows };
  });
}

export function addArchive(program: Command): void {
  const archive = addCommand(
    program,
    'archive',
    'Name the months that left the database for the object storage, and how far tables are parted ahead.',
  ).action(answering(list));
  addCommand(archive, 'verify', 'Read all archives, and compare each with what was written.').action(
    answering(verify),
  );
  addCommand(archive, 'show', 'Print the rows of an archived month, a line of JSON for each.')
    .argument('<month>', 'as the list names it, such as admin_changes_2024_03')
    .action(answering(show));
}
