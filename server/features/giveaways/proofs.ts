// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';
import { findMiscounted } from '../../platform/db/counted.ts';

/** The invariants between giveaways and the ledger (docs/rules/giveaways.md). */
export const giveawayProofs: readonly Claim[] = [
  // Without a payout, the draw itself paid the winners, as earlier releases did.
  {
    claim: 'Each giveaway paid its prize once to each winner, and to nobody else',
    contradictions: sql`
  with paid as (
    select idempotency_key, credit_player_id as player_id, currency, amount from transfers
    where type = 'giveaway_prize'
  ), won as (
    select 'giveaway-prize:' || e.entry as idempotency_key, e.player_id, g.prize_type as currency,
      g.prize_amount as amount, g.drawn_at
    from giveaway_entries e join giveaways g on g.id = e.giveaway_id
    left join giveaway_payouts p on p.giveaway_id = g.id
    where e.won_as is not null and (e.paid_at is not null or p.giveaway_id is null)
  )
  select format('%s: won %s, paid %s', idempotency_key, coalesce(won.amount, 0), coalesce(paid.amount, 0)) as breach
  from paid full join won using (idempotency_key)
  where (paid.player_id, paid.currency, paid.amount) is distinct from (won.player_id, won.currency, won.amount)
  order by idempotency_key limit ${maxBreaches}`,
  },
  {
    claim: 'Each payout of prizes paid the amount it records',
    contradictions: sql`
  with won as (
    select e.giveaway_id, count(*) as prizes, count(e.paid_at) as paid,
      count(*) filter (where e.paid_at is null and player.erased_at is null) as forgotten
    from giveaway_entries e join player_states player on player.id = e.player_id where e.won_as is not null
    group by e.giveaway_id
  )
  select format('giveaway %s: records %s of %s prizes paid; found %s of %s, %s missing', p.giveaway_id, p.prizes_paid,
    p.prizes, coalesce(won.paid, 0), coalesce(won.prizes, 0), coalesce(won.forgotten, 0)) as breach
  from giveaway_payouts p left join won using (giveaway_id)
  where (p.prizes, p.prizes_paid) <> (coalesce(won.prizes, 0), coalesce(won.paid, 0))
    or (p.finished_at is not null and coalesce(won.forgotten, 0) > 0)
  order by p.giveaway_id limit ${maxBreaches}`,
  },
  {
    claim: 'Each giveaway counts its entries correctly',
    contradictions: findMiscounted({
      counter: 'giveaway entries',
      name: 'giveaway',
      subject: sql`giveaway_id`,
      rows: sql`giveaway_entries`,
      limit: maxBreaches,
    }),
  },
];
