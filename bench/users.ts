// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { usersApi } from '../contract/users-admin.ts';
import { readUsers } from '../server/features/accounts/users/read-user.ts';
import { getPlayedRecords } from '../server/features/challenges/attempts/attempt-record-queries.ts';
import { countPurchasesByPlayer } from '../server/features/shop/purchases/purchase-count-store.ts';
import { getCoins } from '../server/ledger/balances.ts';
import type { Database } from '../server/platform/db/database.ts';
import type { BenchContext } from './context.ts';
import type { Result } from './report.ts';
import { benchGrowth, type GrowthCase, pageLimit, searchLimit } from './two-sizes.ts';

const few = 1_000;
const many = 100_000;

/** A twentieth of the first thousand users is named Falcon, so that a search finds the same number at both sizes. */
async function fill(db: Database, count: number): Promise<GrowthCase[]> {
  await db.run(sql`
    insert into players (name, email, referral_code, created_at)
    select case when n < ${few} and n % 20 = 0 then 'Falcon ' else 'Player ' end || md5(n::text),
      md5('mail' || n) || '@bench.test', 'USER' || lpad(n::text, 8, '0'), now() - n * interval '1 minute'
    from generate_series(0, ${count - 1}::int) n`);
  await db.run(sql`insert into wallets (player_id, currency) select id, 'GC' from players`);
  await db.run(sql`vacuum (analyze) players`);
  await db.run(sql`vacuum (analyze) player_search`);
  const page = (query: object) => {
    const wanted = usersApi.list.query.parse(query);
    return () =>
      readUsers(wanted, {
        db,
        userRecords: { coins: getCoins, giftCards: countPurchasesByPlayer, played: getPlayedRecords },
      });
  };
  return [
    { name: 'users: first page', read: page({}), limit: pageLimit },
    { name: 'users: sorted by name', read: page({ sort: 'name', order: 'asc' }), limit: pageLimit },
    { name: 'users: search', read: page({ search: 'falcon' }), limit: searchLimit },
  ];
}

/** The table of users: a hundred thousand users against one thousand. */
export function benchUsers(context: BenchContext): Promise<Result[]> {
  return benchGrowth(context, { what: 'users', few, many, fill });
}
