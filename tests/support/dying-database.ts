// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import {
  type Database,
  openDatabase,
  type Queryable,
  type Transactional,
} from '../../server/platform/db/database.ts';

/**
 * A database whose user dies right before the n-th step: a statement, a commit, or an action after one.
 * @param die ends the process or simulates that; must never settle
 */
export function dyingDatabase(url: string, killBefore: number, die: () => Promise<never>): Database {
  const real = openDatabase(url, { poolSize: 2 });
  let steps = 0;
  const step = async () => {
    steps++;
    if (steps >= killBefore) await die();
  };
  const stepwise = <Q extends Queryable>(queryable: Q): Q => ({
    ...queryable,
    rows: async (query) => {
      await step();
      return queryable.rows(query);
    },
    row: async (query) => {
      await step();
      return queryable.row(query);
    },
    one: async (query) => {
      await step();
      return queryable.one(query);
    },
    run: async (query) => {
      await step();
      return queryable.run(query);
    },
  });
  const dying = (lasting: Transactional): Transactional => ({
    ...stepwise(lasting),
    async transaction(work) {
      const result = await lasting.transaction(async (tx) => {
        const done = await work(stepwise(tx));
        await step();
        return done;
      });
      await step();
      return result;
    },
  });
  return { ...real, ...dying(real), reports: dying(real.reports) };
}

/**
 * Runs `work` on its own database connections, which die before the given step as if the process were killed: they are
 * closed, and no part of the work ever continues. @returns whether it died
 */
export function dieBefore(
  step: number,
  { databaseUrl, db }: { databaseUrl: string; db: Database },
  work: (dying: Database) => Promise<unknown>,
): Promise<boolean> {
  const url = new URL(databaseUrl);
  const name = `dying-${randomUUID()}`;
  url.searchParams.set('application_name', name);
  return new Promise((resolve, reject) => {
    const dying = dyingDatabase(url.href, step, async () => {
      await db.run(sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${name}`);
      resolve(true);
      return new Promise<never>(() => {});
    });
    work(dying).then(async () => {
      await dying.close();
      resolve(false);
    }, reject);
  });
}

/**
 * Dies before step 1, 2, 3 ... in separate rounds, until a round completes all of its steps.
 * @param round returns whether it died
 * @param atOnce number of concurrent rounds, if they share nothing
 * @returns the number of steps before which it can die
 */
export async function dieBeforeEachStep(
  round: (step: number) => Promise<boolean>,
  atOnce = 1,
): Promise<number> {
  for (let first = 1; ; first += atOnce) {
    const deaths = await Promise.all(Array.from({ length: atOnce }, (_, index) => round(first + index)));
    const survivor = deaths.indexOf(false);
    if (survivor >= 0) return first + survivor - 1;
  }
}
