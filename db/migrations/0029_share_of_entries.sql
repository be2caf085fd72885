-- Entries have a share of the reading budget of their own: wrong names cannot take all of it from the readings.
alter table source_budget add column next_entry_at timestamptz not null default '-infinity';
