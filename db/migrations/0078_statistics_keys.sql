-- An installation may hold several keys for the game statistics, each granted a rate of its own: one row each, found by a
-- digest of the key. The row without one is what the version before used; it goes on writing all rows while it runs.
alter table source_budget add column key_id text not null default '';
alter table source_budget drop constraint source_budget_pkey;
alter table source_budget drop column is_only;
alter table source_budget add primary key (key_id);
