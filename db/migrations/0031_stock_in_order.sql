-- Codes are sold in the order in which they came (docs/rules.md, Shop). Their ids are random, so the order is a number of
-- its own: lines of a file ascend, whatever order they are written in. What came before is ordered as far as is known.

create sequence gift_card_codes_arrival;
alter table gift_card_codes add column arrival bigint;
update gift_card_codes code set arrival = known.place
from (select id, row_number() over (order by created_at, id) as place from gift_card_codes) known
where code.id = known.id;
select setval('gift_card_codes_arrival', coalesce(max(arrival), 0) + 1, false) from gift_card_codes;
alter table gift_card_codes
  alter column arrival set default nextval('gift_card_codes_arrival'),
  alter column arrival set not null;
alter sequence gift_card_codes_arrival owned by gift_card_codes.arrival;

drop index gift_card_codes_stock;
create index gift_card_codes_stock on gift_card_codes (gift_card_id, arrival) where purchase_id is null;

-- The checkout as it is (0006), but for the order of the stock.
do $$
declare
  before text := pg_get_functiondef('shop_checkout'::regproc);
  after text := replace(before, 'order by c.id limit l.quantity', 'order by c.arrival limit l.quantity');
begin
  if after = before then
    raise exception 'shop_checkout does not take stock as it did';
  end if;
  execute after;
end $$;
