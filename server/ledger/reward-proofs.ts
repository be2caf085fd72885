import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';
import { breachesAtMost, type Proof, prove } from './proof.ts';

/** What must hold between the ledger and events, giveaways and referrals (docs/rules.md). */

const eventsPaidTheirRewardsOnce = sql`
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
    select id::text as reference, currency, player_id, coalesce(paid_amount, amount) as amount,
      taken_back - (amount - coalesce(paid_amount, amount)) as owed_back
    from event_rewards where paid_at is not null
  )
  select format('event reward %s: %s %s are due and %s back, %s payments gave %s, %s came back', reference,
    coalesce(amount, 0), currency, coalesce(owed_back, 0), coalesce(paid, 0), coalesce(given, 0), coalesce(taken, 0))
    as breach
  from moved full join due using (reference, currency, player_id)
  where (paid, given, taken) is distinct from (1::bigint, amount::numeric, owed_back::numeric)
  order by reference limit ${breachesAtMost}`;

const budgetsHold = sql`
  select format('event %s gave %s of %s', e.id, sum(r.amount), e.budget) as breach
  from events e join event_rewards r on r.event_id = e.id
  where e.budget is not null
  group by e.id having sum(r.amount) > e.budget
  order by e.id limit ${breachesAtMost}`;

// What an event that pays by itself gives for a late fact while its list is paid has no part in the counters.
const payoutsPaidWhatTheySay = sql`
  with paid as (
    select p.event_id, count(r.id) as rewards, coalesce(sum(coalesce(r.paid_amount, r.amount)), 0) as amount
    from event_payouts p left join event_rewards r on r.event_id = p.event_id and r.paid_at >= p.started_at
    group by p.event_id
  )
  select format('event %s: says %s rewards of %s paid, but %s of %s are', event_id, rewards_paid, amount_paid,
    paid.rewards, paid.amount) as breach
  from event_payouts p join paid using (event_id) join events e on e.id = event_id
  where (rewards_paid, amount_paid) <> (paid.rewards, paid.amount)
    and (not e.auto_run or rewards_paid > paid.rewards or amount_paid > paid.amount)
  order by event_id limit ${breachesAtMost}`;

const finishedPayoutsPaidAll = sql`
  select format('event %s: %s', p.event_id, case
    when e.is_completed and p.finished_at is null then 'completed, but still being sent'
    when not e.is_completed then 'sent, but not completed'
    else 'sent, but reward ' || left_over.id || ' is not paid' end) as breach
  from event_payouts p join events e on e.id = p.event_id
  left join lateral (
    select r.id from event_rewards r join players on players.id = r.player_id and players.deleted_at is null
    where r.event_id = p.event_id and r.paid_at is null and r.taken_back_at is null and not exists (
      select from event_editors editor where editor.event_id = r.event_id and editor.player_id = r.player_id) limit 1
  ) left_over on p.finished_at is not null
  where e.is_completed <> (p.finished_at is not null) or left_over.id is not null
  order by p.event_id limit ${breachesAtMost}`;

// Where there is no payout the draw itself paid the winners, as it once did.
const winnersGotTheirPrizeOnce = sql`
  with paid as (
    select idempotency_key, credit_player_id as player_id, currency, amount from transfers
    where type = 'giveaway_prize'
  ), won as (
    select 'giveaway-prize:' || e.entry as idempotency_key, e.player_id, g.prize_type as currency,
      g.prize_amount as amount
    from giveaway_entries e join giveaways g on g.id = e.giveaway_id
    left join giveaway_payouts p on p.giveaway_id = g.id
    where e.won_as is not null and (e.paid_at is not null or p.giveaway_id is null)
  )
  select format('%s: won %s, paid %s', idempotency_key, coalesce(won.amount, 0), coalesce(paid.amount, 0)) as breach
  from paid full join won using (idempotency_key)
  where (paid.player_id, paid.currency, paid.amount) is distinct from (won.player_id, won.currency, won.amount)
  order by idempotency_key limit ${breachesAtMost}`;

const payoutsOfPrizesPaidWhatTheySay = sql`
  with won as (
    select e.giveaway_id, count(*) as prizes, count(e.paid_at) as paid,
      count(*) filter (where e.paid_at is null and players.deleted_at is null) as forgotten
    from giveaway_entries e join players on players.id = e.player_id where e.won_as is not null
    group by e.giveaway_id
  )
  select format('giveaway %s: says %s of %s prizes paid, but %s of %s are, %s forgotten', p.giveaway_id, p.prizes_paid,
    p.prizes, coalesce(won.paid, 0), coalesce(won.prizes, 0), coalesce(won.forgotten, 0)) as breach
  from giveaway_payouts p left join won using (giveaway_id)
  where (p.prizes, p.prizes_paid) <> (coalesce(won.prizes, 0), coalesce(won.paid, 0))
    or (p.finished_at is not null and coalesce(won.forgotten, 0) > 0)
  order by p.giveaway_id limit ${breachesAtMost}`;

const referralsGaveTheirTokenOnce = sql`
  with moved as (
    select reference, coalesce(credit_player_id, debit_player_id) as player_id,
      count(*) filter (where type = 'referral_reward') as payments,
      sum(case when type = 'reversal' then -amount else amount end) as tokens
    from transfers
    where type = 'referral_reward' or type = 'reversal' and currency = 'REFERRAL_TOKEN'
    group by reference, coalesce(credit_player_id, debit_player_id)
  ), counted as (
    select invitee_id::text as reference, referrer_id as player_id, (status = 'qualified')::integer as is_counted,
      greatest(qualifications, (status = 'qualified')::integer) as qualifications
    from referrals where status = 'qualified' or qualifications > 0
  )
  select format('referral of %s: counted %s times, %s payments, %s tokens left of %s', reference,
    coalesce(qualifications, 0), coalesce(payments, 0), coalesce(tokens, 0), coalesce(is_counted, 0)) as breach
  from moved full join counted using (reference, player_id)
  where (payments, tokens) is distinct from (qualifications::bigint, is_counted::numeric)
  order by reference limit ${breachesAtMost}`;

export async function rewardProofs(tx: Tx): Promise<Proof[]> {
  return [
    await prove(
      tx,
      'Each reward of an event was paid once, and given back where it was taken back',
      eventsPaidTheirRewardsOnce,
    ),
    await prove(tx, 'No event gave more than its budget', budgetsHold),
    await prove(tx, 'Each payout of an event paid what it says', payoutsPaidWhatTheySay),
    await prove(
      tx,
      'Each payout that has ended paid all of its list, and completed its event',
      finishedPayoutsPaidAll,
    ),
    await prove(
      tx,
      'Each winner of a giveaway got the prize once, and nobody else',
      winnersGotTheirPrizeOnce,
    ),
    await prove(tx, 'Each payout of prizes paid what it says', payoutsOfPrizesPaidWhatTheySay),
    await prove(
      tx,
      'Each referral gave its token whenever it counted, and got it back where it was undone',
      referralsGaveTheirTokenOnce,
    ),
  ];
}
