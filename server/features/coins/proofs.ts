// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';

/** The invariants between card payments and the ledger (docs/rules/card-payments.md). */
export const paymentProofs: readonly Claim[] = [
  {
    claim: 'Each credited payment gave its coins once to its player, and nothing else sold coins',
    contradictions: sql`
  with sold as (
    select reference, count(*) as credits, sum(amount) as coins, min(credit_player_id::text) as player
    from transfers
    where type = 'coin_purchase' group by reference
  ), credited as (
    select id::text as reference, coins, player_id::text as player, created_at from payments
    where credited_at is not null
  )
  select format('payment %s: %s coins paid for, %s credits of %s coins', reference,
    coalesce(credited.coins::text, 'no'), coalesce(credits, 0), coalesce(sold.coins, 0)) as breach
  from sold full join credited using (reference)
  where (credits, sold.coins, sold.player) is distinct from (1::bigint, credited.coins::numeric, credited.player)
  order by reference limit ${maxBreaches}`,
  },
  {
    claim: 'Each credited payment gave its XP, and no other payment did',
    contradictions: sql`
  with given as (
    select reference, sum(amount) as xp from transfers where type = 'xp_award' group by reference
  )
  select format('payment %s: %s XP due, %s XP given', id, case when credited_at is null then 0 else p.xp end,
    coalesce(given.xp, 0)) as breach
  from payments p left join given on reference = id::text
  where coalesce(given.xp, 0) <> case when credited_at is null then 0 else p.xp end
  order by id limit ${maxBreaches}`,
  },
  // Computed independently of the function that the table's constraint uses.
  {
    claim: 'Refunds and disputes took back their worth, and never more than the payment gave',
    contradictions: sql`
  with reversed as (
    select reference,
      coalesce(sum(case when debit_player_id is null then -amount else amount end) filter (where currency = 'GC'), 0)
        as gc,
      coalesce(sum(case when debit_player_id is null then -amount else amount end) filter (where currency = 'XP'), 0)
        as xp
    from transfers where type = 'reversal' group by reference
  ), taken as (
    select p.*, case when credited_at is null then 0
      else least(refunded_cents + disputed_cents, amount_cents) end as taken_cents
    from payments p
  ), owed as (
    select id, created_at, amount_cents, clawed_back_gc, clawed_back_xp,
      div(coins::numeric * taken_cents, amount_cents) + sign(mod(coins::numeric * taken_cents, amount_cents)) as gc,
      div(xp::numeric * taken_cents, amount_cents) + sign(mod(xp::numeric * taken_cents, amount_cents)) as xp
    from taken
  )
  select format('payment %s: %s GC and %s XP owed; the payment records %s and %s, the ledger took %s and %s', id,
    owed.gc, owed.xp, clawed_back_gc, clawed_back_xp, coalesce(reversed.gc, 0), coalesce(reversed.xp, 0)) as breach
  from owed left join reversed on reference = id::text
  where (clawed_back_gc::numeric, clawed_back_xp::numeric) is distinct from (owed.gc, owed.xp)
    or (clawed_back_gc::numeric, clawed_back_xp::numeric)
      is distinct from (coalesce(reversed.gc, 0), coalesce(reversed.xp, 0))
  order by id limit ${maxBreaches}`,
  },
  {
    claim: 'The books of each payment match what was paid and what went back',
    contradictions: sql`
  with booked as (
    select payment_id, coalesce(sum(cents) filter (where kind = 'paid'), 0) as paid,
      coalesce(sum(cents) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(cents) filter (where kind = 'disputed'), 0) as disputed
    from payment_entries group by 1
  ), known as (
    select id, case when credited_at is null then 0 else amount_cents end as paid,
      case when credited_at is null then 0 else refunded_cents end as refunded,
      case when credited_at is null then 0 else disputed_cents end as disputed
    from payments
  )
  select format('payment %s: booked %s cents paid, %s refunded, %s disputed; expected %s, %s, %s', known.id,
    coalesce(booked.paid, 0), coalesce(booked.refunded, 0), coalesce(booked.disputed, 0), known.paid, known.refunded,
    known.disputed) as breach
  from known left join booked on payment_id = known.id
  where (coalesce(booked.paid, 0), coalesce(booked.refunded, 0), coalesce(booked.disputed, 0))
    is distinct from (known.paid::bigint, known.refunded::bigint, known.disputed::bigint)
  order by known.id limit ${maxBreaches}`,
  },
  {
    claim: 'The card provider confirmed every credited payment',
    contradictions: sql`
  with heard as (
    select event_id, payment_id from payment_events where effect = 'credited'
  )
  select format('payment %s: credited without a confirmation from the card provider', id) as breach
  from payments p
  where credited_at is not null and checks = 0 and not exists (select from heard h where h.payment_id = p.id)
  union all
  select format('event %s: should have credited payment %s, which is %s', event_id, payment_id, coalesce(status, 'missing'))
  from (
    select h.event_id, h.payment_id, p.status, p.credited_at from heard h left join payments p on p.id = h.payment_id
  ) told
  where credited_at is null
  limit ${maxBreaches}`,
  },
];
