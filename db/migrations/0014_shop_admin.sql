-- What administrators do in the shop (docs/rules.md, Shop): stock that runs low, codes that turned out bad, deliveries.

-- Of this many codes in stock or fewer a card is said to run low; 0 never says so.
alter table gift_cards add column low_stock_at integer not null default 5 check (low_stock_at between 0 and 10000);

-- A bad code stays with the purchase that it was sold to, marked; the purchase has one other that counts.
alter table gift_card_codes
  add column replaced_at timestamptz,
  add constraint gift_card_codes_replaced check (replaced_at is null or purchase_id is not null),
  drop constraint gift_card_codes_purchase;
create unique index gift_card_codes_purchase on gift_card_codes (purchase_id)
  where purchase_id is not null and replaced_at is null;
create index gift_card_codes_replaced on gift_card_codes (purchase_id) where replaced_at is not null;
-- The newest code of each card, for the table of cards.
create index gift_card_codes_newest on gift_card_codes (gift_card_id, created_at desc, id);

create function refuse_unreplacing() returns trigger
language plpgsql as $$
begin
  raise exception 'a code that was replaced stays so' using errcode = 'restrict_violation';
end $$;
create trigger replaced_codes_stay before update of replaced_at on gift_card_codes
  for each row when (old.replaced_at is not null) execute function refuse_unreplacing();

create or replace view purchased_gift_cards as
select p.player_id, p.order_id, p.id, jsonb_build_object(
    '_id', p.id, 'giftCardId', p.gift_card_id, 'image', g.image, 'title', p.title, 'description', g.description,
    'type', g.type, 'gcCoin', p.gc_coin, 'hashCode', coalesce(c.masked, ''), 'status', p.status,
    'purchasedAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'promisedBy', to_char(p.promised_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as item
from purchases p
join gift_cards g on g.id = p.gift_card_id
left join gift_card_codes c on c.purchase_id = p.id and c.purchase_id is not null and c.replaced_at is null;

-- The table of deliveries: what waits first, and each of its orders.
create index purchases_waiting on purchases (promised_by) where status = 'on_its_way';
create index purchases_requests_by_date on purchases (created_at desc, id) where promised_by is not null;
