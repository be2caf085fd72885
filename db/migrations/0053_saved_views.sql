-- Saved views (docs/rules.md, Saved views): what a list of the dashboard showed, kept under a name by who looked at it.
create table saved_views (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references players (id),
  list text not null,
  name text not null check (char_length(name) between 1 and 60),
  -- Of the list's address; the list itself decides what it means.
  query text not null check (char_length(query) <= 2500),
  is_shared boolean not null,
  created_at timestamptz not null
);
-- Of two that differ in capitals alone nobody knows which is which.
create unique index saved_views_name on saved_views (owner_id, list, lower(name));
create index saved_views_shared on saved_views (created_at) where is_shared;
