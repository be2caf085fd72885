// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { readStatement, readTransfers } from '../server/features/wallet/read-statement.ts';
import type { Database } from '../server/platform/db/database.ts';
import type { BenchContext } from './context.ts';
import type { Result } from './report.ts';
import { benchGrowth, type GrowthCase, pageLimit } from './two-sizes.ts';

const few = 1_000;
const many = 1_000_000;
const players = 10_000;
/** The busy player has a tenth of all transfers at either size; the usual player has a hundred at both. */
const usualTransfers = 100;
const days = 90;

async function createPlayers(db: Database): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    insert into players (name, email, referral_code)
    select 'Payer ' || n, 'payer' || n || '@bench.test', 'PAYER' || lpad(n::text, 8, '0')
    from generate_series(0, ${players - 1}::int) n returning id`);
  const ids = rows.map(({ id }) => id);
  await db.run(sql`
    insert into wallets (player_id, currency) select unnest(${ids}::uuid[]), 'GC'`);
  return ids;
}

/** Inserts directly into the table. A million real movements would take an hour. */
async function fill(db: Database, count: number): Promise<GrowthCase[]> {
  const ids = await createPlayers(db);
  await db.run(sql`
    with moved as (
      select n, now() - ${days} * interval '1 day' * (1 - n::float8 / ${many}) as at,
        (${ids}::uuid[])[case when n % 10 = 0 then 1 when n < ${usualTransfers} * 10 and n % 10 = 1 then 2
          else 3 + (n * 7919) % ${players - 2} end] as player_id,
        (array['challenge_entry', 'challenge_reward', 'purchase', 'event_reward'])[1 + n % 4]::transfer_type as type
      from generate_series(0, ${count - 1}::bigint) n
    )
    insert into transfers (amount, created_at, currency, type, debit_player_id, credit_house, credit_player_id,
      debit_house, reference, description, idempotency_key)
    select 5, at, 'GC', type,
      case when is_debit then player_id end, case when is_debit then 'gift_cards'::house_account end,
      case when not is_debit then player_id end, case when not is_debit then 'rewards'::house_account end,
      n, 'Bench', 'bench-transfer:' || n
    from moved, lateral (select type in ('challenge_entry', 'purchase') as is_debit) side order by n`);
  await db.run(sql`vacuum (analyze) transfers`);
  const [busy = '', usual = ''] = ids;
  const limit = pageLimit;
  return [
    {
      name: 'transfers: first page of a busy user',
      read: () => readTransfers(db, busy, { limit: 50 }),
      limit,
    },
    {
      name: 'transfers: first page of a usual user',
      read: () => readTransfers(db, usual, { limit: 50 }),
      limit,
    },
    {
      name: 'transfers: statement of a usual user',
      read: () => readStatement(db, usual, { limit: 50 }),
      limit,
    },
  ];
}

/** A player's statement after a million movements against one thousand. */
export function benchTransfers(context: BenchContext): Promise<Result[]> {
  return benchGrowth(context, { what: 'transfers', few, many, fill });
}
