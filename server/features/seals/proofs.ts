// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, carriedBelow, carriedFlows, maxBreaches } from '../../ledger/proof.ts';
import { sumMovements } from './movement-store.ts';

/** What must hold between the ledger and the running totals that /metrics reports. */
export const movementProofs: readonly Claim[] = [
  {
    claim: 'The running totals of movements are what the ledger moved, as far as it is counted',
    contradictions: sql`
  select format('%s %s (%s): %s in %s transfers are kept, %s in %s moved', currency, type, direction,
    coalesce(kept.amount, 0), coalesce(kept.transfers, 0), coalesce(moved.amount, 0), coalesce(moved.transfers, 0)) as breach
  from movement_totals kept
  full join (
    select currency, type, direction, sum(amount) as amount, sum(transfers)::bigint as transfers
    from (
      ${sumMovements(sql`leaf_index < (select leaves from movement_count)`)}
      union all
      select currency, type, case when (credit_house is null) = (debit_house is null) then 'moved'
        when credit_house is null then 'made' else 'spent' end, amount, transfers
      from (${carriedFlows}) c
    ) one
    group by 1, 2, 3
  ) moved
    using (currency, type, direction)
  where (kept.amount, kept.transfers) is distinct from (moved.amount, moved.transfers)
  union all
  select format('%s leaves are counted, and there are %s', counted.leaves, there.leaves)
  from movement_count counted, (select count(*) as leaves from seal_leaves) there
  where counted.leaves > there.leaves
  limit ${maxBreaches}`,
  },
  {
    claim: 'Each transfer that left the database is a leaf',
    contradictions: sql`
  select format('%s transfers left, of which %s are leaves', moved, leaves) as breach
  from (select coalesce(sum(transfers), 0) as moved from carried_months) m,
    (select count(*) as leaves from seal_leaves where transfer_id < ${carriedBelow}) l
  where moved <> leaves`,
  },
];
