// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';
import { isEditorOf } from '../../platform/db/editors.ts';

/** The invariants between promotions and the ledger (docs/rules/events.md). */
export const promotionProofs: readonly Claim[] = [
  {
    claim: 'Each reward of an event was paid once, and returned if it was taken back',
    contradictions: sql`
  with moved as (
    select reference, currency, coalesce(credit_player_id, debit_player_id) as player_id,
      count(*) filter (where type = 'event_reward') as paid,
      coalesce(sum(amount) filter (where type = 'event_reward'), 0) as given,
      coalesce(sum(case when debit_player_id is null then -amount else amount end) filter (where type = 'reversal'), 0)
        as taken
    from transfers
    where type = 'event_reward' or idempotency_key like 'event-reward:%:reversal%'
    group by reference, currency, coalesce(credit_player_id, debit_player_id)
  ), due as (
    select id::text as reference, currency, player_id, caused_at, coalesce(paid_amount, amount) as amount,
      taken_back - (amount - coalesce(paid_amount, amount)) as owed_back
    from event_rewards where paid_at is not null
  )
  select format('event reward %s: %s %s due and %s to return; %s payments gave %s, %s returned', reference,
    coalesce(amount, 0), currency, coalesce(owed_back, 0), coalesce(paid, 0), coalesce(given, 0), coalesce(taken, 0))
    as breach
  from moved full join due using (reference, currency, player_id)
  where (paid, given, taken) is distinct from (1::bigint, amount::numeric, owed_back::numeric)
  order by reference limit ${maxBreaches}`,
  },
  {
    claim: 'No event gave more than its budget',
    contradictions: sql`
  select format('event %s: gave %s, budget %s', e.id, sum(r.amount), e.budget) as breach
  from events e join event_rewards r on r.event_id = e.id
  where e.budget is not null
  group by e.id having sum(r.amount) > e.budget
  order by e.id limit ${maxBreaches}`,
  },
  // Automatic rewards for late facts while a list is being paid are not in the payout's counters.
  {
    claim: 'Each payout of an event paid the amount it records',
    contradictions: sql`
  with paid as (
    select p.event_id, count(r.id) as rewards, coalesce(sum(coalesce(r.paid_amount, r.amount)), 0) as amount
    from event_payouts p left join event_rewards r on r.event_id = p.event_id and r.paid_at >= p.started_at
    group by p.event_id
  )
  select format('event %s: records %s rewards paid, %s in total; found %s, %s in total', event_id, rewards_paid, amount_paid,
    paid.rewards, paid.amount) as breach
  from event_payouts p join paid using (event_id) join events e on e.id = event_id
  where (rewards_paid, amount_paid) <> (paid.rewards, paid.amount)
    and (not e.auto_run or rewards_paid > paid.rewards or amount_paid > paid.amount)
  order by event_id limit ${maxBreaches}`,
  },
  // A promotion with automatic rewards may also owe late rewards; they are paid as days have room.
  {
    claim: 'Each finished payout paid its whole list and completed its event',
    contradictions: sql`
  select format('event %s: %s', p.event_id, case
    when e.is_completed and p.finished_at is null then 'completed, but still being sent'
    when not e.is_completed then 'sent, but not completed'
    else 'sent, but reward ' || left_over.id || ' is not paid' end) as breach
  from event_payouts p join events e on e.id = p.event_id
  left join lateral (
    select r.id from event_rewards r join player_states player on player.id = r.player_id and player.erased_at is null
    where not e.auto_run and r.event_id = p.event_id and r.paid_at is null and r.taken_back_at is null and not
      ${isEditorOf(sql`'event:' || r.event_id`, sql`r.player_id`)} limit 1
  ) left_over on p.finished_at is not null
  where e.is_completed <> (p.finished_at is not null) or left_over.id is not null
  order by p.event_id limit ${maxBreaches}`,
  },
  {
    claim: 'Each event counts its rewards and their sum correctly',
    contradictions: sql`
  with counted as (
    select counter, subject, sum(amount) as amount from row_counters
    where counter in ('event given', 'event paid', 'event collected') group by counter, subject
  ), there as (
    select 'event given' as counter, event_id::text as subject, sum(amount) as amount from event_rewards group by event_id
    union all
    select case when paid_at is null then 'event collected' else 'event paid' end, event_id::text, count(*)
    from event_rewards where taken_back_at is null group by event_id, paid_at is null
  )
  select format('%s %s: counter says %s, found %s', counter, subject, coalesce(counted.amount, 0), coalesce(there.amount, 0)) as breach
  from counted full join there using (counter, subject)
  where coalesce(counted.amount, 0) <> coalesce(there.amount, 0) order by counter, subject limit ${maxBreaches}`,
  },
];
