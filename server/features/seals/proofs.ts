// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';
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
    ${sumMovements(sql`leaf_index < (select leaves from movement_count)`)}
  ) moved
    using (currency, type, direction)
  where (kept.amount, kept.transfers) is distinct from (moved.amount, moved.transfers)
  union all
  select format('%s leaves are counted, and there are %s', counted.leaves, there.leaves)
  from movement_count counted, (select count(*) as leaves from seal_leaves) there
  where counted.leaves > there.leaves
  limit ${maxBreaches}`,
  },
];
