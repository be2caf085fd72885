-- Outside a transaction: the unique key that a table parted by time can have.
create unique index concurrently payment_events_by_time on payment_events (event_id, received_at);
