// SPDX-License-Identifier: Apache-2.0

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { DataExport, DataExportState } from '../../contract/data-export.ts';
import { type PlayerExport, playerExport } from '../../contract/player-export.ts';
import { type Archives, openArchives } from '../../server/features/accounts/export/archives.ts';
import { exportMaker } from '../../server/features/accounts/export/make-exports.ts';
import { balancesPart } from '../../server/ledger/balances.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import { createLogger, type Logger } from '../../server/platform/log.ts';
import { folderObjects } from '../../server/platform/objects/folder-objects.ts';
import { tableSections } from '../../server/player-tables.ts';
import type { ExportParts } from '../../server/ports.ts';
import type { TestApp } from './app.ts';
import { readSections, unzip } from './archive.ts';
import { createPlayer } from './factories.ts';

type Test = Pick<TestApp, 'app' | 'call'>;

/** Creates the requested exports, like the job. */
export const makeExports = ({ app }: Test) =>
  (app.tasks['make-data-exports'] as (payload?: unknown) => Promise<void>)({});

export const askExport = ({ call }: Test, token: string) =>
  call({ method: 'POST', url: '/auth/export', token });

/** The files of a player's archive, after requesting, creating and downloading it. */
export async function takeExport(test: Test, token: string): Promise<Map<string, string>> {
  const asked = await askExport(test, token);
  expect([asked.statusCode, asked.json().data.status]).toEqual([200, 'queued']);
  await makeExports(test);
  const answer = await test.call({ url: `/auth/export/${asked.json().data._id}/archive`, token });
  expect(answer.statusCode).toBe(200);
  return unzip(answer.rawPayload);
}

/** Everything that a player's export says about them. */
export async function readExport(test: Test, token: string): Promise<PlayerExport & Record<string, unknown>> {
  return readSections(await takeExport(test, token));
}

/** A section without rows that ends once `work` is done. */
export const nothingAfter = (work?: () => Promise<unknown>): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({
    async next() {
      await work?.();
      return { done: true, value: undefined };
    },
  }),
});

export interface Exporter {
  id: string;
  token: string;
}

/** What players and the job do with exports. */
export function exportCalls(given: () => TestApp) {
  async function person(): Promise<Exporter> {
    const { id } = await createPlayer(given().db);
    return { id, token: await given().signIn(id) };
  }
  const ask = async ({ token }: Exporter): Promise<DataExport> =>
    (await askExport(given(), token)).json().data;
  const readState = async ({ token }: Exporter): Promise<DataExportState> =>
    (await given().call({ url: '/auth/export', token })).json().data;
  const download = (id: string, token?: string) =>
    given().call({ url: `/auth/export/${id}/archive`, ...(token && { token }) });
  const outcome = async (answer: ReturnType<typeof download>) => {
    const { statusCode, payload, headers } = await answer;
    const isJson = String(headers['content-type']).startsWith('application/json');
    return [statusCode, isJson ? JSON.parse(payload).code : headers['content-type']];
  };
  const remove = ({ token }: Exporter) =>
    given().call({ method: 'POST', url: '/auth/delete-account', token, payload: { confirmation: 'DELETE' } });
  const runTask = (name: string, payload = {}) => (given().app.tasks[name] as Task)(payload as never);
  /** Runs the waiting jobs of this task. */
  async function runJobs(task: string): Promise<void> {
    const jobs = await given().db.rows<{ id: number; payload: object }>(sql`
      select j.id, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}`);
    for (const { id, payload } of jobs) {
      await runTask(task, payload);
      await given().db.run(sql`delete from graphile_worker._private_jobs where id = ${id}`);
    }
  }
  const drafts = () => join(given().dataDir, 'export-drafts');
  /** Files of an export, complete or not. */
  const filesOf = ({ _id }: DataExport) =>
    [join(given().dataDir, 'objects', 'exports'), drafts()]
      .flatMap((path) => (existsSync(path) ? readdirSync(path) : []))
      .filter((name) => name.startsWith(_id));
  const endedOf = ({ _id }: DataExport) =>
    given().db.rows<{ expiresAt: string | null }>(sql`
      select payload ->> 'expiresAt' as expires_at from graphile_worker._private_jobs where payload ->> 'exportId' = ${_id}`);

  /** Creates the due exports like another process. A callback can run while a section is read. */
  function maker(
    reading: Partial<Record<keyof PlayerExport, () => Promise<unknown>>>,
    stopping = () => false,
    keep?: (kept: () => Promise<number>, content: Readable) => Promise<number>,
    log: Logger = createLogger('silent'),
  ): () => Promise<void> {
    const exports = Object.fromEntries(
      Object.keys(playerExport.shape).map((name) => [
        name,
        () => nothingAfter(reading[name as keyof PlayerExport]),
      ]),
    ) as unknown as ExportParts;
    const archives = openArchives(folderObjects(join(given().dataDir, 'objects')), drafts());
    const slowly: Archives['keep'] = (name, content) =>
      (keep as NonNullable<typeof keep>)(() => archives.keep(name, content), content);
    return exportMaker({
      db: given().db,
      clock: given().clock,
      log,
      archives: { ...archives, ...(keep && { keep: slowly }) },
      reportIntervalMs: 10,
      exports,
      tableSections,
      profileParts: { balances: balancesPart },
      brandName: 'FinalRing',
      keptForMs: 7 * 86_400_000,
      stopping,
    });
  }
  return {
    person,
    ask,
    readState,
    download,
    outcome,
    remove,
    runTask,
    runJobs,
    drafts,
    filesOf,
    endedOf,
    maker,
  };
}
