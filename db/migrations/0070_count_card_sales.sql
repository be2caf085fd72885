-- How many were sold of a gift card.
create function count_card_sales() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('card sales', array_agg(gift_card_id::text), array_agg(sold))
  from (select gift_card_id, count(*) as sold from added group by 1) c
  having count(*) > 0;
  return null;
end $$;

create trigger purchases_counted after insert on purchases
  referencing new table as added for each statement execute function count_card_sales();

insert into row_counters (counter, subject, stripe, amount)
select 'card sales', gift_card_id::text, 0, count(*) from purchases group by gift_card_id;

-- The other two orders of the list of cards that were sold without a code, which would otherwise sort all of them.
create index purchases_requests_by_price on purchases (gc_coin, id) where promised_by is not null;
create index purchases_requests_by_title on purchases (lower(title), id) where promised_by is not null;
