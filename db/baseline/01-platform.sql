-- Tables that every feature uses: the audit log, stored answers for repeated calls, live events, counters, job state.

create extension if not exists pg_trgm;

create type currency as enum ('GC', 'XP', 'REFERRAL_TOKEN');

create type house_account as enum ('escrow', 'rewards', 'fees', 'coin_sales', 'gift_cards', 'adjustments');

create type transfer_type as enum ('challenge_entry', 'challenge_reward', 'challenge_refund', 'challenge_fee',
  'purchase', 'purchase_refund', 'admin_credit', 'coin_purchase', 'event_reward', 'giveaway_prize', 'referral_reward',
  'xp_award', 'reversal', 'lost_purchase');

-- The first answer to a request with an Idempotency-Key, written in the transaction of its effect.
create table idempotent_answers (
  player_id uuid not null,
  key text not null,
  input_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  constraint idempotent_answers_idempotency primary key (player_id, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);

-- One row per event for a player's open pages. A client that reconnects resumes after the last id it has seen.
create table live_events (
  id bigint generated always as identity primary key,
  player_id uuid not null,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index live_events_player on live_events (player_id, id);
create index live_events_age on live_events (created_at);

create table rate_limit_windows (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index rate_limit_windows_age on rate_limit_windows (ends_at);

-- Which process owns which worker pool. A free advisory lock of `lock_id` means that the process has ended.
create table job_pools (
  pool_id text primary key,
  lock_id integer not null,
  started_at timestamptz not null default now()
);

-- One request budget for the game statistics, shared by all processes: each request reserves a slot here. Background
-- readings keep a quarter more distance between requests, so that entries always find a slot.
create table source_budget (
  next_slot_at timestamptz not null default '-infinity',
  next_background_at timestamptz not null default '-infinity',
  blocked_until timestamptz not null default '-infinity',
  -- Consecutive "too many requests" answers from the source.
  refusals integer not null default 0,
  -- Entries get only a share of the reading budget, so that mistyped names can't use it up.
  next_entry_at timestamptz not null default '-infinity',
  -- An installation may have several keys for the game statistics, each with its own rate: one row per key, found by a
  -- digest of the key. An installation without keys has the one row with an empty `key_id`.
  key_id text default '' primary key
);
insert into source_budget default values;

create table secret_checks (
  -- APP_SECRET, CODE_FINGERPRINT_SECRET, or CODE_KEYS with a key's id.
  name text primary key,
  check_value bytea not null check (length(check_value) = 32),
  first_seen_at timestamptz not null default now()
);

create table installation (
  is_only boolean default true primary key check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

-- Row counts and sums, so that calls needn't read every row. Triggers update them in the same transaction. Each counter
-- has several stripes, chosen by connection, so that concurrent writers don't wait for one row. `npm run audit`
-- compares the counters with the rows.
create table row_counters (
  counter text not null,
  subject text not null,
  stripe smallint not null,
  amount bigint not null,
  primary key (counter, subject, stripe)
) with (fillfactor = 50);

-- The journal outside the database that records sales, payments and erasures (docs/operate.md, Backups). A restored
-- database checks here whether this journal covers its stock since the backup.
create table sales_journal (
  is_only boolean default true primary key check (is_only),
  journal_id uuid not null,
  begun_at timestamptz not null default now(),
  -- The journal line up to which this database was reconciled. Everything before it has been dealt with.
  reconciled_until timestamptz
);

create table live_processes (
  id text primary key,
  seen_at timestamptz not null default now()
);

create table live_holders (
  player_id uuid not null,
  process text not null,
  primary key (player_id, process)
);
create index live_holders_process on live_holders (process);

-- Job counts, refreshed once a minute by reading the whole queue. Every process reports these.
create table job_counts (
  task text primary key,
  waiting integer not null,
  waiting_seconds integer not null,
  late_seconds integer not null,
  running integer not null,
  scheduled integer not null,
  failed integer not null,
  counted_at timestamptz not null
);

-- Administrators who created, changed or approved something can't gain from it (docs/rules/conflict-of-interest.md, 2).
-- One table for all kinds of prizes and prices, keyed by the subject in the audit log. Price rules also check the time.
create table editors (
  subject text not null,
  player_id uuid not null,
  edited_at timestamptz not null,
  primary key (subject, player_id)
);
create trigger editors_of_events after insert on editors
  for each row when (new.subject ~~ 'event:%') execute function keep_event_editor();
create trigger editors_of_giveaways after insert on editors
  for each row when (new.subject ~~ 'giveaway:%') execute function keep_giveaway_editor();

-- Recent prices of gift cards and packages, so that a large price cut can't be split into small ones
-- (docs/rules/approvals.md, 3). Cards: coins for one card. Packages: cents for the package's coins.
create table former_prices (
  id uuid default make_uuidv7() primary key,
  subject text not null,
  price bigint not null check (price > 0),
  per bigint not null check (per > 0),
  -- When a new price replaced this one.
  until timestamptz not null
);
create index former_prices_subject on former_prices (subject, until);

-- Administrators' changes, with the values before and after.
create table admin_changes (
  id uuid default make_uuidv7() primary key,
  actor_id uuid not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now(),
  -- The administrator's network address; '' if the change wasn't a call. Deleted with the administrator's account, like
  -- other personal data in the log.
  address text not null default ''
);
create index admin_changes_actor on admin_changes (actor_id, id);
create index admin_changes_subject on admin_changes (subject, id);
create index admin_changes_words on admin_changes using gin (audit_words(action, subject, reason, before,
  after) gin_trgm_ops);
create index admin_changes_created on admin_changes (created_at);
create trigger admin_changes_append_only before delete or update on admin_changes
  for each row execute function refuse_all_but_taking_out();
create trigger admin_changes_not_emptied before truncate on admin_changes for each statement
  execute function refuse_change();

-- For the overview's questions about the queue: failed for good, running, being retried.
create index if not exists jobs_tried on graphile_worker._private_jobs (task_id, attempts) where last_error is not null;
create index if not exists jobs_unavailable on graphile_worker._private_jobs (task_id) where not is_available;
