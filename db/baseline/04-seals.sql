-- The sealed ledger: leaves, nodes and heads of the tree, keys, witnesses, and running totals.

-- Where sealing stands. Whoever seals holds this row, so one does at a time.
create table seal_log (
  is_only boolean default true primary key check (is_only),
  -- Leaves so far.
  size bigint not null default 0,
  -- Every transfer with this id or a smaller one is a leaf, or never came to be. Ids are drawn before they are committed,
  -- so this follows only when all who were writing as `marked_id` was drawn have ended.
  settled_id bigint not null default 0,
  marked_id bigint,
  marked_writers text[],
  constraint seal_log_check check (num_nulls(marked_id, marked_writers) in (0, 2))
);
insert into seal_log default values;

-- Keys that heads are signed with, the newest in use; the private half is sealed by a key that is made of the application's
-- secret. Each but the first is vouched for by the one before.
create table seal_keys (
  number smallint primary key check (number > 0),
  key_id text not null constraint seal_keys_key_id unique check (key_id ~ '^[0-9a-f]{8}$'),
  public_key bytea not null check (length(public_key) = 32),
  -- It signs heads of more leaves than this.
  from_size bigint not null,
  vouch bytea,
  made_at timestamptz not null,
  sealed_by text not null,
  nonce bytea not null,
  ciphertext bytea not null,
  -- Where the application's secret is lost, so is the key of the sealed ledger, and nobody can vouch for the next one. It begins
  -- anew then (finalring keys rotate ledger --lost): without it nothing would ever be sealed again.
  constraint seal_keys_first check (number > 1 or vouch is null)
);
create trigger seal_keys_append_only before delete or update or truncate on seal_keys
  for each statement execute function refuse_ledger_change();

-- The salt keeps amounts from being guessed by who sees the hash.
create table seal_leaves (
  leaf_index bigint primary key check (leaf_index >= 0),
  transfer_id bigint not null constraint seal_leaves_transfer unique,
  salt bytea not null check (length(salt) = 16),
  hash bytea not null check (length(hash) = 32)
);
create trigger seal_leaves_append_only before delete or update or truncate on seal_leaves
  for each statement execute function refuse_ledger_change();

-- Complete subtrees above the leaves, so that a proof reads as many rows as the tree is high.
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

-- Up to which head each witness was told.
create table seal_witnesses (
  witness text primary key,
  told_size bigint not null,
  told_at timestamptz not null
);

-- What moved so far by currency, reason and direction, for /metrics: counted by a job leaf by leaf of the sealed ledger, in which
-- every transfer stands once and for ever in one order. So nothing is counted twice or left out, no call waits for it, and
-- nobody reads the ledger again to say it.
create table movement_count (
  is_only boolean default true primary key check (is_only),
  -- Leaves that are counted.
  leaves bigint not null default 0 check (leaves >= 0)
);
insert into movement_count default values;

create table movement_totals (
  currency currency not null,
  type transfer_type not null,
  -- made: from the house to a player; spent: the other way; moved: within the house, or between players.
  direction text not null check (direction in ('made', 'spent', 'moved')),
  amount numeric not null,
  transfers bigint not null,
  primary key (currency, type, direction)
);

-- What the operator says about a restore of the database: browsers that have seen entries which were lost by it show it beside
-- their warning. Signed by the key of the ledger and never changed, as everything else of it.
create table seal_restores (
  id uuid default make_uuidv7() primary key,
  -- How many entries the ledger still had.
  size bigint not null check (size >= 0),
  noted_at timestamptz not null,
  reason text not null check (length(reason) >= 1 and length(reason) <= 300 and reason !~ '[[:cntrl:]]'),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  signature bytea not null check (length(signature) = 64)
);
create trigger seal_restores_append_only before delete or update on seal_restores
  for each statement execute function refuse_change();
