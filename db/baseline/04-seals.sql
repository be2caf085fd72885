-- The sealed ledger: leaves, nodes and heads of the tree, keys, witnesses, and running totals.

-- Sealing progress. The sealing process locks this row, so only one seals at a time.
create table seal_log (
  is_only boolean default true primary key check (is_only),
  -- Leaves so far.
  size bigint not null default 0,
  -- Every transfer up to this id is a leaf or was rolled back. Transactions draw ids before they commit, so
  -- `settled_id` reaches `marked_id` only after all transactions that were running when it was marked have ended.
  settled_id bigint not null default 0,
  marked_id bigint,
  marked_writers text[],
  constraint seal_log_check check (num_nulls(marked_id, marked_writers) in (0, 2))
);
insert into seal_log default values;

-- Keys that sign tree heads; the newest is in use. The private half is encrypted with a key derived from the
-- application's secret. The previous key vouches for each key except the first.
create table seal_keys (
  number smallint primary key check (number > 0),
  key_id text not null constraint seal_keys_key_id unique check (key_id ~ '^[0-9a-f]{8}$'),
  public_key bytea not null check (length(public_key) = 32),
  -- Signs heads with more leaves than this.
  from_size bigint not null,
  vouch bytea,
  made_at timestamptz not null,
  sealed_by text not null,
  nonce bytea not null,
  ciphertext bytea not null,
  -- If the application's secret is lost, the ledger's key is lost too, and no key can vouch for the next one. The chain
  -- of keys then starts over (finalring keys rotate ledger --lost); otherwise nothing could be sealed again.
  constraint seal_keys_first check (number > 1 or vouch is null)
);
create trigger seal_keys_append_only before delete or update or truncate on seal_keys
  for each statement execute function refuse_ledger_change();

-- The salt keeps people who see the hash from guessing the amount.
create table seal_leaves (
  leaf_index bigint primary key check (leaf_index >= 0),
  transfer_id bigint not null constraint seal_leaves_transfer unique,
  salt bytea not null check (length(salt) = 16),
  hash bytea not null check (length(hash) = 32)
);
create trigger seal_leaves_append_only before delete or update or truncate on seal_leaves
  for each statement execute function refuse_ledger_change();

-- Complete subtrees above the leaves, so that a proof reads only as many rows as the tree is high.
create table seal_nodes (
  level smallint not null check (level > 0),
  node_index bigint not null check (node_index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, node_index)
);
create trigger seal_nodes_append_only before delete or update or truncate on seal_nodes
  for each statement execute function refuse_ledger_change();

create table seal_heads (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  sealed_at timestamptz not null,
  key_id text not null,
  signature bytea not null check (length(signature) = 64)
);
create trigger seal_heads_append_only before delete or update or truncate on seal_heads
  for each statement execute function refuse_ledger_change();

-- The last head sent to each witness.
create table seal_witnesses (
  witness text primary key,
  told_size bigint not null,
  told_at timestamptz not null
);

-- Totals moved by currency, reason and direction, for /metrics. A job counts the sealed ledger leaf by leaf: it has
-- every transfer exactly once in a fixed order. So nothing is counted twice or missed, no call waits for it, and the
-- metrics never read the whole ledger.
create table movement_count (
  is_only boolean default true primary key check (is_only),
  -- Leaves counted so far.
  leaves bigint not null default 0 check (leaves >= 0)
);
insert into movement_count default values;

create table movement_totals (
  currency currency not null,
  type transfer_type not null,
  -- made: house to player; spent: player to house; moved: within the house, or between players.
  direction text not null check (direction in ('made', 'spent', 'moved')),
  amount numeric not null,
  transfers bigint not null,
  primary key (currency, type, direction)
);

-- The operator's signed notes about database restores. A browser that saw entries which a restore lost shows the note
-- beside its warning. The ledger's key signs them, and they never change.
create table seal_restores (
  id uuid default make_uuidv7() primary key,
  -- The number of entries left after the restore.
  size bigint not null check (size >= 0),
  noted_at timestamptz not null,
  reason text not null check (length(reason) >= 1 and length(reason) <= 300 and reason !~ '[[:cntrl:]]'),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  signature bytea not null check (length(signature) = 64)
);
create trigger seal_restores_append_only before delete or update on seal_restores
  for each statement execute function refuse_change();
