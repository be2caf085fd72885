import {
  type Database,
  openDatabase,
  type Queryable,
  type Transactional,
} from '../../server/platform/db/database.ts';

/**
 * A database whose user dies right before the n-th step: a statement, a commit, or what follows one.
 * @param die ends the process, or plays its end; must never settle
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
