-- Wins that their players let the front page show (docs/rules.md, Receipts): off until the player says so.

alter table shared_receipts add column is_listed boolean not null default false;
-- The newest come first. Ids of attempts are in order of time.
create index shared_receipts_listed on shared_receipts (attempt_id) where is_listed;
