// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { flowsByDay } from './daily-sums.ts';
import { type Claim, maxBreaches } from './proof.ts';

/** The invariants between stored sums and their transfers. */
export const coinTotalProofs: readonly Claim[] = [
  {
    claim: 'Each stored sum of a statement matches its transfers',
    contradictions: sql`
  with kept as (
    select s.player_id, t.type, t.earned, t.spent, t.transfers
    from statement_sums s, jsonb_to_recordset(s.totals) as t (type text, earned bigint, spent bigint, transfers bigint)
  ), moved as (
    select s.player_id, e.type::text as type, sum(e.earned) as earned, sum(e.spent) as spent, sum(e.transfers)::bigint as transfers
    from statement_sums s cross join lateral (
      select type, amount as earned, 0 as spent, 1 as transfers from transfers
      where credit_player_id = s.player_id and id <= s.up_to_id and currency = 'GC'
      union all
      select type, 0, amount, 1 from transfers
      where debit_player_id = s.player_id and id <= s.up_to_id and currency = 'GC'
    ) e
    group by s.player_id, e.type
  )
  select format('player %s, %s: stored %s in and %s out, transfers %s in and %s out', player_id, type, coalesce(kept.earned, 0),
    coalesce(kept.spent, 0), coalesce(moved.earned, 0), coalesce(moved.spent, 0)) as breach
  from kept full join moved using (player_id, type)
  where (kept.earned, kept.spent, kept.transfers) is distinct from (moved.earned::bigint, moved.spent::bigint, moved.transfers)
  order by player_id, type limit ${maxBreaches}`,
  },
  {
    claim: 'Each daily sum of coins matches its transfers',
    contradictions: sql`
  select format('%s %s (%s): stored %s in %s transfers, found %s in %s', day, type,
    case when is_source then 'in' else 'out' end, coalesce(kept.amount, 0), coalesce(kept.transfers, 0),
    coalesce(moved.amount, 0), coalesce(moved.transfers, 0)) as breach
  from daily_flows kept
  full join (
    ${flowsByDay(sql`created_at < (select summed_until::timestamp at time zone 'UTC' from ledger_sums)`)}
  ) moved using (day, is_source, type)
  where (kept.amount, kept.transfers) is distinct from (moved.amount, moved.transfers)
  order by day, type limit ${maxBreaches}`,
  },
];
