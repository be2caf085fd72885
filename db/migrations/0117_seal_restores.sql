-- What the operator says about a restore of the database: browsers that have seen entries which were lost by it show it beside
-- their warning. Signed by the key of the ledger and never changed, as everything else of it.
create table seal_restores (
  id uuid primary key default uuidv7(),
  -- How many entries the ledger still had.
  size bigint not null check (size >= 0),
  noted_at timestamptz not null,
  reason text not null check (length(reason) between 1 and 300 and reason !~ '[[:cntrl:]]'),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  signature bytea not null check (length(signature) = 64)
);
create trigger seal_restores_append_only before update or delete on seal_restores
  for each statement execute function refuse_change();
