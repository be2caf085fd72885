-- Outside a transaction: purchases go on while these are built.
-- Alerts list every purchase, in each of their orders. These replace the indexes of purchases without a code.
create index concurrently purchases_listed_by_date on purchases (created_at, id);
create index concurrently purchases_listed_by_promise on purchases (coalesce(promised_by, created_at), id);
create index concurrently purchases_listed_by_price on purchases (gc_coin, id);
create index concurrently purchases_listed_by_title on purchases (lower(title), id);
drop index concurrently if exists purchases_requests;
drop index concurrently if exists purchases_requests_by_date;
drop index concurrently if exists purchases_requests_by_price;
drop index concurrently if exists purchases_requests_by_title;
