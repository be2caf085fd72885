import sql from 'sql-template-tag';
import { usersApi } from '../contract/users.ts';
import { readUsers } from '../server/features/accounts/read-user.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { userParts } from '../server/user-records.ts';
import type { BenchContext } from './context.ts';
import { median, type Result } from './report.ts';

const few = 1_000;
const many = 100_000;
const reads = 40;

/** Every twentieth user of the first thousand is a Falcon, so that a search finds as many however many there are. */
async function fill(db: Database, from: number, to: number): Promise<void> {
  await db.run(sql`
    insert into players (name, email, referral_code, created_at)
    select case when n < ${few} and n % 20 = 0 then 'Falcon ' else 'Player ' end || md5(n::text),
      md5('mail' || n) || '@bench.test', 'USER' || lpad(n::text, 8, '0'), now() - n * interval '1 minute'
    from generate_series(${from}::int, ${to}::int - 1) n`);
  await db.run(
    sql`insert into wallets (player_id, currency) select id, 'GC' from players on conflict do nothing`,
  );
  await db.run(sql`vacuum (analyze) players`);
  await db.run(sql`vacuum (analyze) player_search`);
}

const cases = [
  { name: 'users: first page', query: {}, limit: 1 / 1.2 },
  { name: 'users: sorted by name', query: { sort: 'name', order: 'asc' }, limit: 1 / 1.2 },
  { name: 'users: search', query: { search: 'falcon' }, limit: 1 / 3 },
];

/** Pages per second. */
async function readsPerSecond(db: Database, query: object): Promise<number> {
  const wanted = usersApi.list.query.parse(query);
  const began = performance.now();
  for (let read = 0; read < reads; read++) await readUsers(wanted, { db, userParts });
  return reads / ((performance.now() - began) / 1_000);
}

/** The table of users at a hundred thousand users against one thousand. */
export async function benchUsers(context: BenchContext): Promise<Result[]> {
  const db = openDatabase(context.databaseUrl, { poolSize: 4 });
  try {
    const measured: number[][] = [];
    for (const [from, to] of [
      [0, few],
      [few, many],
    ] as const) {
      await fill(db, from, to);
      const speeds: number[] = [];
      for (const { name, query } of cases) {
        await readsPerSecond(db, query);
        const rounds: number[] = [];
        for (let round = 0; round < context.rounds; round++) rounds.push(await readsPerSecond(db, query));
        speeds.push(median(rounds));
        context.log(`${name} of ${to} users: ${median(rounds).toFixed(0)} pages/s`);
      }
      measured.push(speeds);
    }
    const [references = [], values = []] = measured;
    return cases.map(({ name, limit }, place) => {
      const [value, reference] = [values[place] ?? 0, references[place] ?? 0];
      const against = 'of 1,000 users';
      return {
        name,
        unit: 'pages/s of 100,000 users',
        value,
        reference,
        against,
        ratio: value / reference,
        limit,
      };
    });
  } finally {
    await db.close();
  }
}
