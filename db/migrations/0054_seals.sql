-- The sealed ledger (docs/rules.md, Sealed ledger): every transfer is a leaf of a Merkle tree (RFC 6962), whose heads are
-- signed and published. A job seals what was committed since; a transfer itself writes nothing here. All of it is only ever
-- added to. Transfers are no foreign keys: hashes prove what was sealed even where old rows are kept elsewhere.

-- Where sealing stands. Whoever seals holds this row, so one does at a time.
create table seal_log (
  is_only boolean primary key default true check (is_only),
  -- Leaves so far.
  size bigint not null default 0,
  -- Every transfer with this id or a smaller one is a leaf, or never came to be. Ids are drawn before they are committed,
  -- so this follows only when all who were writing as `marked_id` was drawn have ended.
  settled_id bigint not null default 0,
  marked_id bigint,
  marked_writers text[],
  check (num_nulls(marked_id, marked_writers) in (0, 2))
);
insert into seal_log default values;

-- Keys that heads are signed with, the newest in use; the private half is sealed by a key that is made of the application's
-- secret. Each but the first is vouched for by the one before.
create table seal_keys (
  number smallint primary key check (number > 0),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  public_key bytea not null check (length(public_key) = 32),
  -- It signs heads of more leaves than this.
  from_size bigint not null,
  vouch bytea,
  made_at timestamptz not null,
  sealed_by text not null,
  nonce bytea not null,
  ciphertext bytea not null,
  check ((vouch is null) = (number = 1)),
  constraint seal_keys_key_id unique (key_id)
);

-- The salt keeps amounts from being guessed by who sees the hash.
create table seal_leaves (
  leaf_index bigint primary key check (leaf_index >= 0),
  transfer_id bigint not null,
  salt bytea not null check (length(salt) = 16),
  hash bytea not null check (length(hash) = 32),
  constraint seal_leaves_transfer unique (transfer_id)
);

-- Complete subtrees above the leaves, so that a proof reads as many rows as the tree is high.
create table seal_nodes (
  level smallint not null check (level > 0),
  node_index bigint not null check (node_index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, node_index)
);

create table seal_heads (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  sealed_at timestamptz not null,
  key_id text not null,
  signature bytea not null check (length(signature) = 64)
);

create trigger seal_keys_append_only before update or delete or truncate on seal_keys
  for each statement execute function refuse_ledger_change();
create trigger seal_leaves_append_only before update or delete or truncate on seal_leaves
  for each statement execute function refuse_ledger_change();
create trigger seal_nodes_append_only before update or delete or truncate on seal_nodes
  for each statement execute function refuse_ledger_change();
create trigger seal_heads_append_only before update or delete or truncate on seal_heads
  for each statement execute function refuse_ledger_change();

-- Up to which head each witness was told.
create table seal_witnesses (
  witness text primary key,
  told_size bigint not null,
  told_at timestamptz not null
);
