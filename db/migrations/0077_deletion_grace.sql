-- Deletion with days of grace (docs/rules.md, Deleting an account): an account is gone from sight at once (deleted_at) and erased
-- later (erased_at); until then its player can take it back.
alter table players
  add column erased_at timestamptz,
  add constraint players_erased_are_deleted check (erased_at is null or deleted_at is not null);
update players set erased_at = deleted_at where deleted_at is not null;
-- Few at any time: those that wait to be erased.
create index players_to_erase on players (id) where deleted_at is not null and erased_at is null;

-- A process of the version before erases at once and knows nothing of these: what it wrote is due, and erased once more.
alter table account_deletions add column erase_at timestamptz not null default now();
update account_deletions set erase_at = deleted_at;
