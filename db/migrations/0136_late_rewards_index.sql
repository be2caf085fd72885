-- Outside a transaction: the table is large, and rewards are given while this is built.
create index concurrently event_rewards_late on event_rewards (event_id) where is_late and paid_at is null;
