-- How much of a key's budget the last minutes used, for the dashboard: slots taken in one minute and in the one before.
alter table source_budget
  add column used_minute timestamptz not null default '-infinity',
  add column used integer not null default 0,
  add column used_before integer not null default 0;
