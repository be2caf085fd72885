-- Outside a transaction: purchases go on while these are built.
-- A search of Alerts reads the first purchases of each title that it matches, in the order of the list, instead of every
-- purchase. The order by title has purchases_listed_by_title.
create index concurrently purchases_titled_by_date on purchases (lower(title), created_at, id);
create index concurrently purchases_titled_by_promise on purchases (lower(title), coalesce(promised_by, created_at), id);
create index concurrently purchases_titled_by_price on purchases (lower(title), gc_coin, id);
