-- What every feature builds on: the log of changes, answers kept for repeated calls, live events, counters, state of jobs.

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

-- One row per thing that a player's open page should hear of; a client resumes after an id it has seen.
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

-- Which process owns which pool of workers: a free advisory lock of `lock_id` means that the process has ended.
create table job_pools (
  pool_id text primary key,
  lock_id integer not null,
  started_at timestamptz not null default now()
);

-- The one budget of requests to the game statistics, shared by all processes: each request reserves a slot here.
-- Background readings have a spacing of their own, wider by a quarter, so that entries always find room.
create table source_budget (
  next_slot_at timestamptz not null default '-infinity',
  next_background_at timestamptz not null default '-infinity',
  blocked_until timestamptz not null default '-infinity',
  -- How often in a row the source said "too many requests".
  refusals integer not null default 0,
  -- Entries have a share of the reading budget of their own: wrong names cannot take all of it from the readings.
  next_entry_at timestamptz not null default '-infinity',
  -- An installation may hold several keys for the game statistics, each granted a rate of its own: one row each, found by a
  -- digest of the key. The row without one is that of an installation without keys.
  key_id text default '' primary key
);
insert into source_budget default values;

create table secret_checks (
  -- APP_SECRET, CODE_FINGERPRINT_SECRET, or CODE_KEYS: and a key's id.
  name text primary key,
  check_value bytea not null check (length(check_value) = 32),
  first_seen_at timestamptz not null default now()
);

create table installation (
  is_only boolean default true primary key check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

-- How many there are, or how much, for calls that would otherwise look at every row to say so. Kept by triggers, in the
-- transaction of what is counted. In stripes, one of them by the connection: what many do in one moment does not wait for
-- one row. `npm run audit` compares them with the rows.
create table row_counters (
  counter text not null,
  subject text not null,
  stripe smallint not null,
  amount bigint not null,
  primary key (counter, subject, stripe)
) with (fillfactor = 50);

-- Which journal outside the database has what was sold, paid and erased (docs/operate.md, Backups). A database that was
-- restored says by it whether the journal can prove what became of its stock since.
create table sales_journal (
  is_only boolean default true primary key check (is_only),
  journal_id uuid not null,
  begun_at timestamptz not null default now(),
  -- Up to which line of the journal this database was reconciled: what it does not know of up to there, it never will, and has
  -- dealt with.
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

-- How jobs stood when they were last counted: all of the queue is read once a minute, whoever tells of it.
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

-- Who created, changed or approved what gains nothing from it (docs/rules/conflict-of-interest.md, 2): one table for every
-- kind of prize and price, by its subject in the audit log. Prices look at the time too.
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

-- What gift cards and packages cost lately, so that a price is not cut in slices (docs/rules/approvals.md, 3). As a price for so
-- many: coins for one card, cents for the coins of a package.
create table former_prices (
  id uuid default make_uuidv7() primary key,
  subject text not null,
  price bigint not null check (price > 0),
  per bigint not null check (per > 0),
  -- When another price took its place.
  until timestamptz not null
);
create index former_prices_subject on former_prices (subject, until);

-- What administrators changed, before and after.
create table admin_changes (
  id uuid default make_uuidv7() primary key,
  actor_id uuid not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now(),
  -- From where a change was made: the administrator's network address, '' where it was no call. It goes with the
  -- account of that administrator, as what the log says of a person does.
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

-- Questions of the overview about the queue: what has failed for good or runs, and what is tried again.
create index if not exists jobs_tried on graphile_worker._private_jobs (task_id, attempts) where last_error is not null;
create index if not exists jobs_unavailable on graphile_worker._private_jobs (task_id) where not is_available;
