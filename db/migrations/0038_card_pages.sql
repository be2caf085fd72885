-- What the page of a gift card says (docs/rules.md, Shop): which kind of thing it is, where its code works and how it is
-- redeemed. An empty region or text says that nobody has stated it.

alter table gift_cards
  add column kind text not null default 'wallet'
    check (kind in ('wallet', 'pass', 'item', 'currency', 'subscription')),
  add column region text not null default '' check (length(region) <= 60),
  add column how_to_redeem text not null default '' check (length(how_to_redeem) <= 2000);

-- Cards that are there already say in their titles what they are; what they do not say, administrators can.
update gift_cards set kind = case
  when title ~* '\m(days?|months?|years?|membership|subscription)\M' then 'subscription'
  when title ~* '\mpass\M' then 'pass'
  when title ~* '\m(arcana|treasures?|skins?|chests?|bundles?|items?)\M' then 'item'
  when title ~* '(coins?|bucks|robux|points|credits|gems|diamonds)\M' or description ~* '\m(currency|robux)\M' then 'currency'
  else 'wallet' end;

create or replace view purchased_gift_cards as
select p.player_id, p.order_id, p.id, jsonb_build_object(
    '_id', p.id, 'giftCardId', p.gift_card_id, 'image', g.image, 'title', p.title, 'description', g.description,
    'type', g.type, 'kind', g.kind, 'gcCoin', p.gc_coin, 'hashCode', coalesce(c.masked, ''), 'status', p.status,
    'purchasedAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'promisedBy', to_char(p.promised_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as item
from purchases p
join gift_cards g on g.id = p.gift_card_id
left join gift_card_codes c on c.purchase_id = p.id and c.purchase_id is not null and c.replaced_at is null;
