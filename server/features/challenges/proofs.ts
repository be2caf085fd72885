// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { activeStatuses } from '../../../contract/attempt-statuses.ts';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';
import { findMiscounted } from '../../platform/db/counted.ts';
import { performanceProofs } from './performance/proofs.ts';

/** Invariants between attempts and the ledger (docs/rules/attempts.md). */
export const challengeProofs: readonly Claim[] = [
  // The entry, refund, fee and void transfers of an attempt all have its id as their reference.
  {
    claim: 'Escrow holds the entry fee of each active attempt and nothing else',
    contradictions: sql`
  with held as (
    select reference, sum(case when credit_house = 'escrow' then amount else -amount end) as held
    from transfers
    where (credit_house = 'escrow' or debit_house = 'escrow') and currency = 'GC'
    group by reference
  ), owed as (
    select id::text as reference, status, started_at, case when status = any(${activeStatuses}) then entry_fee_gc else 0 end as owed
    from attempts
  )
  select format('attempt %s (%s): escrow holds %s GC, expected %s GC', reference, coalesce(status::text, 'unknown'),
    coalesce(held, 0), coalesce(owed, 0)) as breach
  from held full join owed using (reference)
  where coalesce(held, 0) <> coalesce(owed, 0)
  order by reference limit ${maxBreaches}`,
  },
  // A void takes back by reversals what was paid, and sets the attempt's reward and XP to zero. When an attempt was
  // decided as won after it had been cancelled, its refund was taken back by a reversal to the fees.
  {
    claim: 'Each attempt moved its entry fee, reward, refund and XP exactly once',
    contradictions: sql`
  with moved as (
    select reference,
      coalesce(sum(amount) filter (where type = 'challenge_entry'), 0) as entry,
      coalesce(sum(case when type = 'challenge_refund' then amount when credit_house = 'fees' then -amount end)
        filter (where type in ('challenge_refund', 'reversal')), 0) as refund,
      coalesce(sum(case when type = 'challenge_reward' then amount when credit_house = 'rewards' then -amount end)
        filter (where currency = 'GC' and type in ('challenge_reward', 'reversal')), 0) as reward,
      coalesce(sum(case type when 'xp_award' then amount when 'reversal' then -amount end)
        filter (where currency = 'XP'), 0) as xp
    from transfers
    where type in ('challenge_entry', 'challenge_reward', 'challenge_refund', 'xp_award', 'reversal')
    group by reference
  )
  select format('attempt %s (%s): expected entry %s, reward %s, refund %s, XP %s; moved %s, %s, %s, %s', id, status,
    entry_fee_gc, reward_given_gc, refund_gc, xp_given, coalesce(entry, 0), coalesce(reward, 0), coalesce(refund, 0),
    coalesce(xp, 0)) as breach
  from attempts left join moved on reference = id::text
  where (entry_fee_gc, reward_given_gc, refund_gc, xp_given)
    <> (coalesce(entry, 0), coalesce(reward, 0), coalesce(refund, 0), coalesce(xp, 0))
  order by id limit ${maxBreaches}`,
  },
  {
    claim: 'An attempt counts as won against its verdict exactly when people decided its dispute so',
    contradictions: sql`
  select format('attempt %s (%s, verdict %s): overturned %s, dispute %s', a.id, a.status, a.decided_status,
    coalesce(a.overturned_at::text, 'never'), coalesce(d.outcome, 'none')) as breach
  from attempts a left join disputes d on d.attempt_id = a.id
  where (a.overturned_at is not null) <> coalesce(d.outcome = 'won', false)
    or a.overturned_at is not null and (a.decided_status = 'SUCCESS' or a.status = 'FAILED')
    or a.overturned_at is null and a.voided_at is null and a.status <> a.decided_status
  order by a.id limit ${maxBreaches}`,
  },
  // The table's own constraints keep a practice attempt from claiming that it paid; the ledger must agree.
  {
    claim: 'A practice attempt moved nothing, counts nowhere and is not shared',
    contradictions: sql`
  select format('practice attempt %s: %s', a.id, found.what) as breach
  from attempts a join (
    select reference as attempt_id, format('%s %s moved', amount, currency) as what from transfers
    union all
    select attempt_id::text, 'it is counted as finished' from finished_attempts
    union all
    select attempt_id::text, 'its receipt is shared' from shared_receipts
  ) found on found.attempt_id = a.id::text
  where a.is_practice
  order by 1 limit ${maxBreaches}`,
  },
  {
    claim: 'Each challenge counts its entries correctly',
    contradictions: findMiscounted({
      counter: 'challenge entries',
      name: 'challenge',
      subject: sql`challenge_id`,
      rows: sql`counted_attempts`,
      limit: maxBreaches,
    }),
  },
  {
    claim: 'Each challenge counts its running attempts correctly',
    contradictions: findMiscounted({
      counter: 'running attempts',
      name: 'running attempts of challenge',
      subject: sql`challenge_id`,
      rows: sql`attempts where completed_at is null`,
      limit: maxBreaches,
    }),
  },
  ...performanceProofs,
];
