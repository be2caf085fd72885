-- The overview sums rows of a span of time (docs/rules.md, Overview). Rows of these tables are written in the order of
-- their dates, so a summary of each range of blocks finds a span at next to no cost for writing.
create index transfers_by_date on transfers using brin (created_at) with (pages_per_range = 32);
create index purchases_by_date on purchases using brin (created_at) with (pages_per_range = 32);
create index payments_by_credit on payments (credited_at) where credited_at is not null;
create index payments_open on payments (id) where status = 'open';
create index attempts_by_completion on attempts (completed_at) where completed_at is not null;
