// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { readBoard } from '../server/features/leaderboards/read-board.ts';
import { systemClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import type { BenchContext } from './context.ts';
import { median, type Result } from './report.ts';

const few = 10_000;
const many = 1_000_000;
const players = 5_000;
const reads = 300;

/** Inserts attempts of recent weeks, and the board scores that recording them one by one would have produced. */
async function fill(db: Database, attempts: number): Promise<void> {
  await db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at)
    select gen_random_uuid(), p.id, 20 + 100 * (n % 3 = 0)::int, now() - n * interval '1 second'
    from generate_series(1, ${attempts}) n
    join (select id, row_number() over (order by id) - 1 as place from players where name like 'Board %') p
      on p.place = n % ${players}`);
  await db.run(sql`truncate board_scores, boards`);
  await db.run(sql`
    insert into board_scores (board, player_id, xp, reached_at)
    select 'all', player_id, sum(xp), max(played_at) from played_xp group by player_id`);
  await db.run(
    sql`insert into boards (board, players) select board, count(*) from board_scores group by board`,
  );
  await db.run(sql`vacuum (analyze) played_xp`);
  await db.run(sql`vacuum (analyze) board_scores`);
}

async function readsPerSecond(db: Database, playerIds: readonly string[]): Promise<number> {
  const deps = { db, clock: systemClock, publicPlayers: async () => new Map(), friendIds: async () => [] };
  const began = performance.now();
  for (let read = 0; read < reads; read++) {
    const playerId = playerIds[(read * 37) % playerIds.length] as string;
    await readBoard({ playerId, period: 'all', among: 'everybody' }, deps);
  }
  return reads / ((performance.now() - began) / 1_000);
}

/** Reads a board with the player's own place, after a million finished attempts against ten thousand. */
export async function benchLeaderboard(context: BenchContext): Promise<Result[]> {
  const db = openDatabase(context.databaseUrl, { poolSize: 4, statementMs: 0 });
  try {
    const rows = await db.rows<{ id: string }>(sql`
      insert into players (name, email, referral_code)
      select 'Board ' || n, 'board' || n || '@bench.test', 'BOARD' || lpad(n::text, 8, '0')
      from generate_series(1, ${players}) n returning id`);
    const ids = rows.map(({ id }) => id);
    const measured: number[] = [];
    for (const attempts of [few, many]) {
      await fill(db, attempts);
      await readsPerSecond(db, ids);
      const rounds: number[] = [];
      for (let round = 0; round < context.rounds; round++) rounds.push(await readsPerSecond(db, ids));
      measured.push(median(rounds));
      context.log(`leaderboard after ${attempts} attempts: ${median(rounds).toFixed(0)} reads/s`);
    }
    const [reference, value] = measured as [number, number];
    return [
      {
        name: 'leaderboard',
        unit: 'reads/s after 1,000,000 attempts',
        value,
        reference,
        against: 'after 10,000',
        ratio: value / reference,
        limit: 1 / 1.2,
      },
    ];
  } finally {
    await db.run(sql`truncate played_xp, board_scores, boards`);
    await db.close();
  }
}
