-- Outside a transaction: purchases go on while these are built.
-- Alerts list every purchase, in each of their orders. The indexes of purchases without a code, purchases_requests*, stay:
-- processes of the previous release still list by them during an upgrade. A later release drops them.
create index concurrently purchases_listed_by_date on purchases (created_at, id);
create index concurrently purchases_listed_by_promise on purchases (coalesce(promised_by, created_at), id);
create index concurrently purchases_listed_by_price on purchases (gc_coin, id);
create index concurrently purchases_listed_by_title on purchases (lower(title), id);
