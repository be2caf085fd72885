// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';
import { findMiscounted } from '../../platform/db/counted.ts';

/** The invariants between the shop and the ledger (docs/rules/shop.md). */
export const shopProofs: readonly Claim[] = [
  {
    claim: 'Each order was paid once by its player, with the sum of its cards',
    contradictions: sql`
  with paid as (
    select reference, count(*) as payments, sum(amount) as amount, min(debit_player_id::text) as player
    from transfers where type = 'purchase' group by reference
  ), bought as (
    select o.id::text as reference, o.created_at, o.total_gc, o.player_id::text as player, count(p.id) as cards,
      coalesce(sum(p.gc_coin), 0) as price, coalesce(bool_and(p.player_id = o.player_id), true) as same_player
    from orders o left join purchases p on p.order_id = o.id group by o.id
  )
  select format('order %s: %s cards for %s GC, total %s GC, %s payments of %s GC', reference, coalesce(cards, 0),
    coalesce(price, 0), coalesce(total_gc::text, 'missing'), coalesce(payments, 0), coalesce(amount, 0)) as breach
  from paid full join bought using (reference)
  where (payments, amount, paid.player, price, same_player)
    is distinct from (1::bigint, total_gc::numeric, bought.player, total_gc::numeric, true)
  order by reference limit ${maxBreaches}`,
  },
  {
    claim: 'Each refunded purchase gave its price back once, and no other did',
    contradictions: sql`
  with paid as (
    select reference, count(*) as refunds, sum(amount) as amount, min(credit_player_id::text) as player
    from transfers where type = 'purchase_refund' group by reference
  ), refunded as (
    select id::text as reference, gc_coin, player_id::text as player, created_at from purchases where status = 'refunded'
  )
  select format('purchase %s: price %s GC, %s refunds of %s GC', reference, coalesce(gc_coin::text, 'not refunded'),
    coalesce(refunds, 0), coalesce(amount, 0)) as breach
  from paid full join refunded using (reference)
  where (refunds, amount, paid.player) is distinct from (1::bigint, gc_coin::numeric, refunded.player)
  order by reference limit ${maxBreaches}`,
  },
  // The constraints of gift_card_codes also guarantee this; the proof catches a database whose constraints were
  // tampered with.
  {
    claim: 'No code was sold twice, and no purchase has two',
    contradictions: sql`
  select format('%s %s: %s codes', what, whose, codes) as breach
  from (
    select 'purchase' as what, purchase_id::text as whose, count(*) as codes
    from gift_card_codes where purchase_id is not null and replaced_at is null group by purchase_id
    union all select 'fingerprint', encode(fingerprint, 'hex'), count(*) from gift_card_codes group by fingerprint
  ) found
  where codes > 1
  order by what, whose limit ${maxBreaches}`,
  },
  {
    claim:
      'Each delivered purchase has a code of its card or was sent another way, and no refunded one has a code',
    contradictions: sql`
  select format('purchase %s (%s): %s', coalesce(p.id, c.purchase_id), coalesce(p.status, 'missing'),
    case when c.id is null then 'without a code'
      when c.gift_card_id is distinct from p.gift_card_id then 'with the code of another gift card'
      else 'with a code' end) as breach
  from purchases p
  full join (
    select id, gift_card_id, purchase_id from gift_card_codes where purchase_id is not null and replaced_at is null
  ) c
    on c.purchase_id = p.id
  where case coalesce(p.status, 'missing')
    when 'delivered' then c.gift_card_id is distinct from p.gift_card_id
      and not (c.id is null and p.is_elsewhere and p.promised_by is not null)
    when 'on_its_way' then c.id is not null and c.gift_card_id <> p.gift_card_id
    else c.id is not null end
  order by 1 limit ${maxBreaches}`,
  },
  {
    claim: 'Each gift card counts its sales correctly',
    contradictions: findMiscounted({
      counter: 'card sales',
      name: 'gift card',
      subject: sql`gift_card_id`,
      rows: sql`purchases`,
      limit: maxBreaches,
    }),
  },
  {
    claim: 'After a restore only lost orders were charged again, each for what its buyer saw',
    contradictions: sql`
  with paid as (
    select reference, count(*) as payments, sum(amount) as amount, min(debit_player_id::text) as player,
      count(distinct debit_player_id) as players
    from transfers where type = 'lost_purchase' group by reference
  ), owed as (
    select order_id::text as reference, player_id::text as player, sum(gc_coin) as amount,
      min(noted_at) as noted_at
    from (
      select order_id, player_id, max(gc_coin) as gc_coin, min(noted_at) as noted_at from lost_codes
      where settled = 'debited' group by order_id, player_id, purchase_id
    ) bought group by order_id, player_id
  )
  select format('order %s: %s GC owed, %s payments of %s GC', reference, coalesce(owed.amount, 0),
    coalesce(payments, 0), coalesce(paid.amount, 0)) as breach
  from paid full join owed using (reference)
  where (paid.amount, paid.player, paid.players) is distinct from (owed.amount, owed.player, 1::bigint)
  order by reference limit ${maxBreaches}`,
  },
];
