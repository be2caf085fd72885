-- The state and the delay of each game, where a part of the service has several.
alter table status_looks add column games jsonb;
