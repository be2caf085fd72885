// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import type { BenchContext } from './context.ts';
import { median, type Result } from './report.ts';

/** How much longer the first page may take at the large size (also when sorted), and how much longer a search. */
export const pageLimit = 1 / 1.2;
export const searchLimit = 1 / 3;

export interface GrowthCase {
  name: string;
  /** Reads one page. */
  read(): Promise<unknown>;
  limit: number;
}

export interface Growth {
  /** The rows that grow, such as "users". */
  what: string;
  few: number;
  many: number;
  /** Fills an empty database with `count` rows, and updates the planner's statistics. */
  fill(db: Database, count: number): Promise<readonly GrowthCase[]>;
}

const reads = 40;

/** Pages per second. */
async function readsPerSecond({ read }: GrowthCase): Promise<number> {
  const began = performance.now();
  for (let page = 0; page < reads; page++) await read();
  return reads / ((performance.now() - began) / 1_000);
}

/** Runs `work` on a separate migrated database on the bench's server. */
async function onNewDatabase<Outcome>(
  databaseUrl: string,
  name: string,
  work: (db: Database) => Promise<Outcome>,
): Promise<Outcome> {
  const server = openDatabase(databaseUrl, { poolSize: 1, statementMs: 0 });
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  await server.run(sql`create database ${raw(name)}`);
  try {
    await migrate(url.href);
    const db = openDatabase(url.href, { poolSize: 4, statementMs: 0 });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await server.run(sql`drop database ${raw(name)} with (force)`);
    await server.close();
  }
}

/** Rounds alternate, so that changes in the machine's load affect both sizes. */
async function compare(
  [small, large]: readonly [GrowthCase, GrowthCase],
  rounds: number,
): Promise<{ value: number; reference: number; ratio: number }> {
  for (const warm of [small, large]) await readsPerSecond(warm);
  const references: number[] = [];
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) {
    references.push(await readsPerSecond(small));
    values.push(await readsPerSecond(large));
  }
  const ratios = values.map((each, round) => each / (references[round] as number));
  return { value: median(values), reference: median(references), ratio: median(ratios) };
}

/** How fast pages of a large table are read against a small one, in the same run. Each size has its own database. */
export function benchGrowth(
  { databaseUrl, rounds, log }: BenchContext,
  { what, few, many, fill }: Growth,
): Promise<Result[]> {
  const names = [`${what}_few`, `${what}_many`] as const;
  return onNewDatabase(databaseUrl, names[0], (fewDb) =>
    onNewDatabase(databaseUrl, names[1], async (manyDb) => {
      const small = await fill(fewDb, few);
      const large = await fill(manyDb, many);
      const results: Result[] = [];
      for (const [place, { name, limit }] of small.entries()) {
        const pair = [small[place], large[place]] as [GrowthCase, GrowthCase];
        const measured = await compare(pair, rounds);
        log(`${name}: ${measured.value.toFixed(0)} pages/s, of few ${measured.reference.toFixed(0)} pages/s`);
        const unit = `pages/s of ${many.toLocaleString('en')} ${what}`;
        results.push({ name, unit, against: `of ${few.toLocaleString('en')}`, limit, ...measured });
      }
      return results;
    }),
  );
}
