// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';

/** The invariants between referrals and the ledger (docs/rules/referrals.md). */
export const referralProofs: readonly Claim[] = [
  {
    claim: 'Each referral gave its token when it counted, and took it back when it was undone',
    contradictions: sql`
  with moved as (
    select reference, coalesce(credit_player_id, debit_player_id) as player_id,
      count(*) filter (where type = 'referral_reward') as payments,
      sum(case when type = 'reversal' then -amount else amount end) as tokens
    from transfers
    where type = 'referral_reward' or type = 'reversal' and currency = 'REFERRAL_TOKEN'
    group by reference, coalesce(credit_player_id, debit_player_id)
  ), counted as (
    select invitee_id::text as reference, referrer_id as player_id, signed_up_at, (status = 'qualified')::integer as is_counted,
      greatest(qualifications, (status = 'qualified')::integer) as qualifications
    from referrals where status = 'qualified' or qualifications > 0
  )
  select format('referral of %s: counted %s times, paid %s times, %s tokens left, expected %s', reference,
    coalesce(qualifications, 0), coalesce(payments, 0), coalesce(tokens, 0), coalesce(is_counted, 0)) as breach
  from moved full join counted using (reference, player_id)
  where (payments, tokens) is distinct from (qualifications::bigint, is_counted::numeric)
  order by reference limit ${maxBreaches}`,
  },
];
