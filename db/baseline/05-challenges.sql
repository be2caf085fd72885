-- Challenges, attempts, readings, Epic accounts, disputes, shared receipts, and performance.

create table challenges (
  id uuid default make_uuidv7() primary key,
  description text not null check (length(description) >= 1 and length(description) <= 500),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Attempts reference their challenge, so a deleted one stays here, hidden from every list.
  deleted_at timestamptz,
  constraint challenges_deleted_is_closed check (deleted_at is null or not is_active)
);
create trigger challenges_notify after insert or delete or update or truncate on challenges
  for each statement execute function notify_challenges();

-- Solo counters prove only places 1, 10 and 25, so no other placement can be required.
create table challenge_variants (
  id uuid default make_uuidv7() primary key,
  challenge_id uuid not null references challenges (id) on delete cascade,
  challenge_type text not null generated always as (((('TOP' || (required_placement)::text) || '_') || (required_kills)::text) || 'KILL_SOLO') stored,
  entry_fee_gc bigint not null check (entry_fee_gc >= 0 and entry_fee_gc <= 1000000000),
  reward_gc bigint not null check (reward_gc >= 1 and reward_gc <= 1000000000),
  required_placement integer not null check (required_placement in (1, 10, 25)),
  required_kills integer not null check (required_kills >= 0 and required_kills <= 99),
  position integer not null default 0,
  constraint challenge_variants_type unique (challenge_id, challenge_type)
);
create trigger challenge_variants_notify after insert or delete or update or truncate on challenge_variants
  for each statement execute function notify_challenges();

-- One Epic account per player and one player per Epic account, by its permanent id. The source reports no id before an
-- account's first match: until then the key is `name:<lower-case name>`.
create table epic_accounts (
  epic_account_key text constraint epic_accounts_key primary key,
  player_id uuid not null constraint epic_accounts_player unique references players (id),
  epic_name text not null,
  bound_at timestamptz not null
);
create trigger epic_words_changed after insert or delete or update of epic_name, player_id on epic_accounts
  for each row execute function epic_words_changed();

create table attempts (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  challenge_id uuid not null references challenges (id),
  -- The challenge as it was at entry: later edits never affect a running attempt.
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
  status text not null check (status in ('PENDING', 'IN_PROGRESS', 'WAITING_RECHECK', 'SUCCESS', 'FAILED', 'CANCELLED')),
  reason text not null,
  completed_at timestamptz,
  reward_given_gc bigint not null default 0 check (reward_given_gc >= 0),
  refund_gc bigint not null default 0 check (refund_gc >= 0),
  processing_fee_gc bigint not null default 0 check (processing_fee_gc >= 0),
  xp_given bigint not null default 0 check (xp_given >= 0),
  -- When the next reading is due; null once decided. Also reveals an attempt whose job was lost.
  next_reading_at timestamptz,
  -- When an administrator voided the attempt.
  voided_at timestamptz,
  void_reason text,
  voided_by uuid references players (id),
  is_fee_forfeited boolean not null default false,
  decided_status text,
  decided_at timestamptz,
  -- The two compared readings: the one at entry (or a later one that reported an old match late), and the deciding one.
  baseline_reading integer not null default 0,
  decided_by_reading integer,
  -- Readings that the player requested after the match. Limited, because all players share the budget.
  asked_readings smallint not null default 0 check (asked_readings >= 0),
  is_practice boolean not null default false,
  -- Set when administrators decide a dispute in the player's favour (docs/rules/disputes.md, 12). The attempt keeps the
  -- result of its readings.
  overturned_at timestamptz,
  constraint attempts_active_is_due check ((status in ('PENDING', 'IN_PROGRESS',
    'WAITING_RECHECK')) = (next_reading_at is not null)),
  constraint attempts_final_is_completed check ((next_reading_at is null) = (completed_at is not null)),
  constraint attempts_practice_moves_nothing check (not is_practice or (entry_fee_gc = 0 and reward_given_gc = 0
    and refund_gc = 0 and processing_fee_gc = 0 and xp_given = 0))
);
create unique index attempts_one_active_per_player on attempts (player_id) where completed_at is null;
create unique index attempts_one_active_per_epic_account on attempts (epic_account_key) where completed_at is null;
create index attempts_due on attempts (next_reading_at) where completed_at is null;
create index attempts_player on attempts (player_id, id) include (status);
-- The list of all attempts: by date, by status, and by search text.
create index attempts_by_date on attempts (started_at);
create index attempts_by_status on attempts (status, id);
create index attempts_words on attempts using gin (attempt_words(epic_name, challenge_description,
  challenge_type) gin_trgm_ops);
create index attempts_by_completion on attempts (completed_at) where completed_at is not null;
-- Entries per challenge, for the dashboard and for checks of the foreign key.
create index attempts_challenge on attempts (challenge_id);
-- One practice attempt per player. A cancelled one decided nothing and may be repeated, unless an administrator voided
-- it.
create unique index attempts_one_practice on attempts (player_id) where is_practice and (status <> 'CANCELLED'
  or voided_at is not null);
-- The administrators' list can show practice attempts only. They are rare, so without an index it would scan all
-- others.
create index attempts_practice on attempts (id) where is_practice;
-- Other players who used the same Epic account.
create index attempts_epic_account on attempts (epic_account_key, player_id);
-- A player's spending on entries since a date, for limits: reads only that part of a long history.
create index attempts_player_start on attempts (player_id, started_at);
create trigger attempts_counted after insert or update of status on attempts
  for each row when (new.completed_at is not null) execute function count_attempt();
create trigger attempts_entered after insert on attempts
  for each row when (not new.is_practice) execute function count_challenge_entry();
create trigger attempts_begun after insert on attempts
  for each row when (new.completed_at is null) execute function count_running_attempt();
create trigger attempts_ended after update of completed_at on attempts
  for each row when ((old.completed_at is null) <> (new.completed_at is null)) execute function count_running_attempt();

create table shared_receipts (
  id uuid default gen_random_uuid() primary key,
  attempt_id uuid not null unique references attempts (id),
  player_id uuid not null references players (id),
  shows_epic_name boolean not null,
  shared_at timestamptz not null default now(),
  is_listed boolean not null default false,
  is_invitation boolean not null default false
);
create index shared_receipts_player on shared_receipts (player_id);
-- The front page serves listed wins from memory, together with the challenges. A change here is therefore notified like
-- a change of a challenge.
create index shared_receipts_listed on shared_receipts (attempt_id) where is_listed;
create trigger shared_receipts_listed after insert or update on shared_receipts
  for each row when (new.is_listed) execute function notify_challenges();
create trigger shared_receipts_unlisted after delete or update on shared_receipts
  for each row when (old.is_listed) execute function notify_challenges();

-- Finished attempts, each with what its readings saw; a voided one is removed. No foreign keys to players and attempts:
-- they would cost another lock whenever an attempt ends.
create table finished_attempts (
  attempt_id uuid primary key,
  player_id uuid not null,
  challenge_type text not null,
  ended_at timestamptz not null,
  is_won boolean not null,
  -- Consecutive wins up to and including this one; 0 if lost.
  wins_in_row integer not null,
  reward_gc bigint not null,
  matches bigint not null,
  kills bigint not null,
  -- Matches that ended in first place, the top 10 and the top 25; each includes the one before.
  first_places bigint not null,
  top10 bigint not null,
  top25 bigint not null
);
create index finished_attempts_player on finished_attempts (player_id, ended_at, attempt_id);
-- Kills per match are known only if the attempt shows a single match.
create index finished_attempts_kills on finished_attempts (player_id, kills desc, ended_at) where matches = 1;
create index finished_attempts_row on finished_attempts (player_id, wins_in_row desc, ended_at) where is_won;
create index finished_attempts_reward on finished_attempts (player_id, reward_gc desc, ended_at) where is_won;

-- Sums per day (UTC) of the attempts' end, and per kind of challenge. Coins in: entry fees. Coins out: rewards and
-- refunds.
create table attempt_days (
  player_id uuid not null,
  day date not null,
  entries bigint not null,
  finished bigint not null,
  won bigint not null,
  cancelled bigint not null,
  matches bigint not null,
  kills bigint not null,
  first_places bigint not null,
  top10 bigint not null,
  coins_in bigint not null,
  coins_out bigint not null,
  -- Rewards only.
  coins_won bigint not null,
  primary key (player_id, day)
);

create table attempt_kinds (
  player_id uuid not null,
  challenge_type text not null,
  required_placement integer not null,
  required_kills integer not null,
  entries bigint not null,
  finished bigint not null,
  won bigint not null,
  cancelled bigint not null,
  matches bigint not null,
  kills bigint not null,
  first_places bigint not null,
  top10 bigint not null,
  coins_in bigint not null,
  coins_out bigint not null,
  -- Rewards only.
  coins_won bigint not null,
  primary key (player_id, challenge_type)
);

create table disputes (
  id uuid default make_uuidv7() primary key,
  -- One per attempt: the decision is final.
  attempt_id uuid not null constraint disputes_attempt unique references attempts (id),
  player_id uuid not null references players (id),
  -- Personal, as are the link and the answer: removed with the account.
  words text not null,
  link text not null,
  opened_at timestamptz not null,
  promised_by timestamptz not null,
  outcome text check (outcome in ('upheld', 'won')),
  answer text not null default '',
  decided_at timestamptz,
  decided_by uuid references players (id),
  constraint disputes_decided_by_somebody check (num_nulls(outcome, decided_at, decided_by) in (0, 3))
);
create index disputes_waiting on disputes (promised_by, id) where decided_at is null;
create index disputes_opened on disputes (opened_at, id);
create index disputes_player on disputes (player_id, opened_at);

-- Players whose figures must be recalculated; one row each, however much they do meanwhile. No foreign key to players:
-- it would cost another lock each time.
create table fair_play_checks (
  player_id uuid primary key,
  due_at timestamptz not null
);
create index fair_play_checks_due on fair_play_checks (due_at, player_id);

create table fair_play_players (
  player_id uuid primary key,
  checked_at timestamptz not null,
  -- Counts the newest finished attempts whose statistics at entry show how likely a win was.
  finished integer not null,
  won integer not null,
  expected double precision not null,
  winnings_gc bigint not null,
  -- Wins above the expected number, in standard deviations.
  excess double precision not null,
  -- How many other players share this player's cards, accounts or networks.
  shared_cards integer not null,
  shared_accounts integer not null,
  shared_networks integer not null,
  signals jsonb not null,
  score integer not null check (score >= 0 and score <= 100),
  -- When it entered the queue; null if nothing is unusual or an administrator dismissed it.
  open_since timestamptz,
  dismissed_at timestamptz,
  dismissed_by uuid references players (id),
  -- The queue reopens it only above this score.
  dismissed_score integer,
  constraint fair_play_players_dismissed check (num_nulls(dismissed_at, dismissed_by, dismissed_score) in (0, 3))
);
-- The queue, and each sort order of the list.
create index fair_play_players_open on fair_play_players (score, player_id) where open_since is not null;
create index fair_play_players_score on fair_play_players (score, player_id);
create index fair_play_players_excess on fair_play_players (excess, player_id);
create index fair_play_players_winnings on fair_play_players (winnings_gc, player_id);
create index fair_play_players_cards on fair_play_players (shared_cards, player_id);
create index fair_play_players_accounts on fair_play_players (shared_accounts, player_id);
create index fair_play_players_networks on fair_play_players (shared_networks, player_id);
-- Dismissed players are few; without this index the list would read all players to find them.
create index fair_play_players_dismissed on fair_play_players (score, player_id) where dismissed_at is not null
  and open_since is null;

-- Epic accounts that players have proven to be theirs (docs/rules/game-accounts.md, 1). Keyed by the account's
-- permanent id, since names can change hands. Separate from the binding, which may come before or after.
create table epic_proofs (
  player_id uuid not null references players (id),
  epic_account_key text not null,
  -- Confirmed by Discord or by an administrator.
  proven_by text not null check (proven_by in ('discord', 'administrator')),
  proven_at timestamptz not null,
  primary key (player_id, epic_account_key)
);

-- The source's answers as they were read; number 0 is the initial reading. The receipt shows all of them.
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
  constraint attempt_readings_complete check (
case kind
    when 'stats' then (num_nulls(matches, wins, top10, top25, kills, minutes_played) = 0)
    when 'private' then (source_wide is not null)
    else (detail is not null)
end)
);
-- Counts the players whom the source currently reports as private.
create index attempt_readings_recent on attempt_readings (taken_at);
create trigger attempt_readings_append_only before delete or update on attempt_readings
  for each row execute function refuse_all_but_forgetting('taken_at');
create trigger attempt_readings_not_emptied before truncate on attempt_readings
  for each statement execute function refuse_change();
