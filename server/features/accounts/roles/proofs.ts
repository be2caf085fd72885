// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../../ledger/proof.ts';

/** What must hold of roles. */
export const roleProofs: readonly Claim[] = [
  {
    claim: 'Each role counts as many users as have it',
    contradictions: sql`
  with counted as (
    select subject, sum(amount) as amount from row_counters where counter = 'role holders' group by subject
  ), there as (
    select role as subject, count(*) as amount from players where deleted_at is null group by role
  )
  select format('role %s: counted %s, there are %s', subject, coalesce(counted.amount, 0), coalesce(there.amount, 0)) as breach
  from counted full join there using (subject)
  where coalesce(counted.amount, 0) <> coalesce(there.amount, 0) order by subject limit ${maxBreaches}`,
  },
];
