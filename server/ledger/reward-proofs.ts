import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';
import { breachesAtMost, type Proof, prove } from './proof.ts';

/** What must hold between the ledger and events, giveaways and referrals (docs/rules.md). */

const eventsPaidTheirRewardsOnce = sql`
  with moved as (
    select reference, currency, coalesce(credit_player_id, debit_player_id) as player_id,
      count(*) filter (where type = 'event_reward') as paid,
      coalesce(sum(amount) filter (where type = 'event_reward'), 0) as given,
      coalesce(sum(amount) filter (where type = 'reversal'), 0) as taken
    from transfers
    where type = 'event_reward' or idempotency_key like 'event-reward:%:reversal'
    group by reference, currency, coalesce(credit_player_id, debit_player_id)
  ), due as (
    select id::text as reference, currency, player_id, amount,
      case when taken_back_at is null then 0 else amount end as owed_back
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

const winnersGotTheirPrizeOnce = sql`
  with paid as (
    select idempotency_key, credit_player_id as player_id, currency, amount from transfers
    where type = 'giveaway_prize'
  ), won as (
    select 'giveaway-prize:' || e.entry as idempotency_key, e.player_id, g.prize_type as currency,
      g.prize_amount as amount
    from giveaway_entries e join giveaways g on g.id = e.giveaway_id where e.won_as is not null
  )
  select format('%s: won %s, paid %s', idempotency_key, coalesce(won.amount, 0), coalesce(paid.amount, 0)) as breach
  from paid full join won using (idempotency_key)
  where (paid.player_id, paid.currency, paid.amount) is distinct from (won.player_id, won.currency, won.amount)
  order by idempotency_key limit ${breachesAtMost}`;

const referralsGaveTheirTokenOnce = sql`
  with paid as (
    select reference, credit_player_id as player_id, count(*) as payments, sum(amount) as tokens from transfers
    where type = 'referral_reward' group by reference, credit_player_id
  ), counted as (
    select invitee_id::text as reference, referrer_id as player_id from referrals where status = 'qualified'
  )
  select format('referral of %s: %s payments of %s tokens', reference, coalesce(payments, 0), coalesce(tokens, 0))
    as breach
  from paid full join counted using (reference, player_id)
  where counted is null or (payments, tokens) is distinct from (1::bigint, 1::numeric)
  order by reference limit ${breachesAtMost}`;

export async function rewardProofs(tx: Tx): Promise<Proof[]> {
  return [
    await prove(
      tx,
      'Each reward of an event was paid once, and given back where it was taken back',
      eventsPaidTheirRewardsOnce,
    ),
    await prove(tx, 'No event gave more than its budget', budgetsHold),
    await prove(
      tx,
      'Each winner of a giveaway got the prize once, and nobody else',
      winnersGotTheirPrizeOnce,
    ),
    await prove(
      tx,
      'Each referral that counts gave one token, and no other did',
      referralsGaveTheirTokenOnce,
    ),
  ];
}
