-- Challenges, attempts and the readings they are decided from (docs/rules.md, Attempts).

create table challenges (
  id uuid primary key default uuidv7(),
  description text not null check (length(description) between 1 and 500),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Solo counters prove places 1, 10 and 25 only, so no other placement can be asked for.
create table challenge_variants (
  id uuid primary key default uuidv7(),
  challenge_id uuid not null references challenges (id) on delete cascade,
  challenge_type text not null generated always as
    ('TOP' || required_placement::text || '_' || required_kills::text || 'KILL_SOLO') stored,
  entry_fee_gc bigint not null check (entry_fee_gc between 0 and 1000000000),
  reward_gc bigint not null check (reward_gc between 1 and 1000000000),
  required_placement integer not null check (required_placement in (1, 10, 25)),
  required_kills integer not null check (required_kills between 0 and 99),
  position integer not null default 0,
  constraint challenge_variants_type unique (challenge_id, challenge_type)
);

-- The list is served from memory; whatever changes it says so to every process.
create function notify_challenges() returns trigger
language plpgsql as $$
begin
  perform pg_notify('challenges', '');
  return null;
end $$;
create trigger challenges_notify after insert or update or delete or truncate on challenges
  for each statement execute function notify_challenges();
create trigger challenge_variants_notify after insert or update or delete or truncate on challenge_variants
  for each statement execute function notify_challenges();

-- One Epic account per player and one player per Epic account, by its lasting id. An account without any match has
-- no id to be read yet: until its first one it is known as `name:<lower-case name>`.
create table epic_accounts (
  epic_account_key text constraint epic_accounts_key primary key,
  player_id uuid not null constraint epic_accounts_player unique references players (id),
  epic_name text not null,
  bound_at timestamptz not null
);

create table attempts (
  id uuid primary key default uuidv7(),
  player_id uuid not null references players (id),
  challenge_id uuid not null references challenges (id),
  -- The challenge as it was at entry: later edits never touch a running attempt.
  challenge_description text not null,
  variant_id uuid not null,
  challenge_type text not null,
  entry_fee_gc bigint not null check (entry_fee_gc >= 0),
  reward_gc bigint not null check (reward_gc > 0),
  required_placement integer not null,
  required_kills integer not null,
  epic_name text not null,
  epic_account_key text not null,
  rules jsonb not null,
  started_at timestamptz not null,
  start_by timestamptz not null,
  status text not null
    check (status in ('PENDING', 'IN_PROGRESS', 'WAITING_RECHECK', 'SUCCESS', 'FAILED', 'CANCELLED')),
  reason text not null,
  completed_at timestamptz,
  reward_given_gc bigint not null default 0 check (reward_given_gc >= 0),
  refund_gc bigint not null default 0 check (refund_gc >= 0),
  processing_fee_gc bigint not null default 0 check (processing_fee_gc >= 0),
  xp_given bigint not null default 0 check (xp_given >= 0),
  -- When the next reading is due; null once decided. A job that got lost is seen by it.
  next_reading_at timestamptz,
  -- What the readings led to, when an administrator has voided the attempt since.
  voided_at timestamptz,
  void_reason text,
  voided_by uuid references players (id),
  is_fee_forfeited boolean not null default false,
  decided_status text,
  decided_at timestamptz,
  -- The readings that were compared: of entry, or a later one that reported an old match late, and the deciding one.
  baseline_reading integer not null default 0,
  decided_by_reading integer,
  constraint attempts_active_is_due
    check ((status in ('PENDING', 'IN_PROGRESS', 'WAITING_RECHECK')) = (next_reading_at is not null)),
  constraint attempts_final_is_completed check ((next_reading_at is null) = (completed_at is not null))
);
create unique index attempts_one_active_per_player on attempts (player_id) where completed_at is null;
create unique index attempts_one_active_per_epic_account on attempts (epic_account_key) where completed_at is null;
create index attempts_due on attempts (next_reading_at) where completed_at is null;
create index attempts_player on attempts (player_id, id) include (status);

-- What the source said, as it was read; number 0 is the initial reading. The receipt shows all of it.
create table attempt_readings (
  attempt_id uuid not null references attempts (id),
  number integer not null check (number >= 0),
  kind text not null check (kind in ('stats', 'private', 'fault')),
  taken_at timestamptz not null,
  matches bigint,
  wins bigint,
  top10 bigint,
  top25 bigint,
  kills bigint,
  minutes_played bigint,
  last_modified timestamptz,
  source_wide boolean,
  detail text,
  primary key (attempt_id, number),
  constraint attempt_readings_complete check (case kind
    when 'stats' then num_nulls(matches, wins, top10, top25, kills, minutes_played) = 0
    when 'private' then source_wide is not null
    else detail is not null end)
);
-- How many players the source calls private at the moment.
create index attempt_readings_recent on attempt_readings (taken_at);

-- What administrators changed, before and after.
create table admin_changes (
  id uuid primary key default uuidv7(),
  actor_id uuid not null references players (id),
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now()
);
create index admin_changes_subject on admin_changes (subject, id);

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger attempt_readings_append_only before update or delete or truncate on attempt_readings
  for each statement execute function refuse_change();
create trigger admin_changes_append_only before update or delete or truncate on admin_changes
  for each statement execute function refuse_change();

-- The one budget of requests to the game statistics, shared by all processes: each request reserves a slot here.
-- Background readings have a spacing of their own, wider by a quarter, so that entries always find room.
create table source_budget (
  is_only boolean primary key default true check (is_only),
  next_slot_at timestamptz not null default '-infinity',
  next_background_at timestamptz not null default '-infinity',
  blocked_until timestamptz not null default '-infinity',
  -- How often in a row the source said "too many requests".
  refusals integer not null default 0
);
insert into source_budget default values;
