// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { challengesAdminApi } from '../contract/challenges-admin.ts';
import { getContacts } from '../server/features/accounts/player-store.ts';
import { searchUserIds } from '../server/features/accounts/users/player-search-store.ts';
import { readAllAttempts } from '../server/features/challenges/attempts/list-all-attempts.ts';
import type { Database } from '../server/platform/db/database.ts';
import type { BenchContext } from './context.ts';
import type { Result } from './report.ts';
import { benchGrowth, type GrowthCase, pageLimit, searchLimit } from './two-sizes.ts';

const few = 1_000;
const many = 200_000;
const players = 5_000;

async function createPlayers(db: Database): Promise<void> {
  await db.run(sql`
    insert into players (name, email, referral_code)
    select 'Entrant ' || md5(n::text), 'entrant' || n || '@bench.test', 'ENTRANT' || lpad(n::text, 8, '0')
    from generate_series(0, ${players - 1}::int) n`);
  await db.run(sql`
    insert into challenges (id, description) values ('00000000-0000-0000-0000-0000000bec41', 'Bench')`);
}

/**
 * A twentieth of the first thousand attempts belongs to accounts named "falcon...", so that a search finds the same
 * number at both sizes. Rows are inserted in the order of their ids, like real attempts.
 */
async function fill(db: Database, count: number): Promise<GrowthCase[]> {
  await createPlayers(db);
  await db.run(sql`
    with entered as (
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
        reason, completed_at)
      select p.id, '00000000-0000-0000-0000-0000000bec41', 'Bench', '00000000-0000-0000-0000-0000000bec41',
        'TOP1_0KILL_SOLO', 5, 10, 1, 0,
        case when n < ${few} and n % 20 = 0 then 'falcon' else '' end || md5('epic' || n), 'key' || n, '{}',
        now() - interval '100 days' + n * interval '30 seconds', now(),
        (array['SUCCESS', 'FAILED', 'FAILED', 'CANCELLED'])[1 + n % 4], 'bench', now()
      from generate_series(0, ${count - 1}::int) n
      join (select id, row_number() over (order by id) - 1 as place from players where name like 'Entrant %') p
        on p.place = n % ${players}
      order by n
      returning id)
    insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
    select id, number, 'stats', now(), 1, 0, 0, 0, 0, 9 from entered, generate_series(0, 1) number`);
  await db.run(sql`vacuum (analyze) attempts`);
  await db.run(sql`vacuum (analyze) attempt_readings`);
  return casesOn(db);
}

function casesOn(db: Database): GrowthCase[] {
  const people = {
    getContacts: (playerIds: readonly string[]) => getContacts(db, playerIds),
    searchUserIds: (search: string, limit: number) => searchUserIds(db, search, limit),
  };
  const page = (query: object) => {
    const wanted = challengesAdminApi.attempts.query.parse(query);
    return () => readAllAttempts(wanted, { db, people });
  };
  return [
    { name: 'attempts: first page', read: page({}), limit: pageLimit },
    { name: 'attempts: oldest first', read: page({ order: 'asc' }), limit: pageLimit },
    { name: 'attempts: lost ones', read: page({ status: 'FAILED' }), limit: pageLimit },
    { name: 'attempts: search', read: page({ search: 'falcon' }), limit: searchLimit },
  ];
}

/** The list of all attempts: two hundred thousand against one thousand. */
export function benchAttempts(context: BenchContext): Promise<Result[]> {
  return benchGrowth(context, { what: 'attempts', few, many, fill });
}
