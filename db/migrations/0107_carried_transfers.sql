-- What stands for transfers that left the database: a month after the other, and what each player had by then. Both are sealed
-- (HMAC-SHA-256) under a key of the application's secret.
create table carried_months (
  part text primary key references archives (part),
  number integer not null unique check (number > 0),
  -- Ids that left are below.
  until_id bigint not null unique,
  transfers bigint not null check (transfers >= 0),
  first_at timestamptz,
  last_at timestamptz,
  -- A list of what moved by currency, type and accounts of the house (null: a player), with sums and counts.
  flows jsonb not null,
  -- Of all this, and of the seal of the month before.
  seal bytea not null check (length(seal) = 32),
  constraint carried_months_times check ((transfers = 0) = (first_at is null) and (transfers = 0) = (last_at is null))
);
create trigger carried_months_append_only before update or delete or truncate on carried_months
  for each statement execute function refuse_ledger_change();

-- Of all months that left. Players are no foreign keys, as in transfers.
create table carried_wallets (
  player_id uuid not null,
  currency currency not null,
  type transfer_type not null,
  earned bigint not null check (earned >= 0),
  spent bigint not null check (spent >= 0),
  transfers bigint not null check (transfers > 0),
  first_id bigint not null,
  last_id bigint not null,
  seal bytea not null check (length(seal) = 32),
  primary key (player_id, currency, type)
) with (fillfactor = 80);
create trigger carried_wallets_stay before delete or truncate on carried_wallets
  for each statement execute function refuse_ledger_change();

-- By which an archived month of transfers is sorted: all of a player's together, what moved within the house first.
create function transfer_archive_key(debit_player uuid, credit_player uuid, id bigint) returns text
language sql immutable parallel safe as $$
  select coalesce(debit_player, credit_player, '00000000-0000-0000-0000-000000000000')::text || ':' || lpad(id::text, 19, '0')
$$;

-- Up to which id all transfers are sealed and counted; the sealed ledger's word for others.
create view sealed_transfers as
select least(s.settled_id, (
  select min(l.transfer_id) - 1 from seal_leaves l where l.leaf_index >= (select leaves from movement_count))) as up_to_id
from seal_log s;
