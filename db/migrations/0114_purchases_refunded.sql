-- Outside a transaction: purchases go on while it is built.
-- Cards that were sold without a code and refunded, which are few.
create index concurrently purchases_refunded on purchases (created_at, id)
  where promised_by is not null and status = 'refunded';
