-- Challenges, attempts, readings, Epic accounts, disputes, receipts that were shared, and performance.

create table challenges (
  id uuid default make_uuidv7() primary key,
  description text not null check (length(description) >= 1 and length(description) <= 500),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Attempts refer to their challenge, so one that is deleted stays, out of every list.
  deleted_at timestamptz,
  constraint challenges_deleted_is_closed check (deleted_at is null or not is_active)
);
create trigger challenges_notify after insert or delete or update or truncate on challenges
  for each statement execute function notify_challenges();

-- Solo counters prove places 1, 10 and 25 only, so no other placement can be asked for.
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

-- One Epic account per player and one player per Epic account, by its lasting id. An account without any match has
-- no id to be read yet: until its first one it is known as `name:<lower-case name>`.
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
  status text not null check (status in ('PENDING', 'IN_PROGRESS', 'WAITING_RECHECK', 'SUCCESS', 'FAILED', 'CANCELLED')),
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
  -- Players may ask for a reading when their match is over. Counted, so that nobody takes more of the shared budget of
  -- readings than the rules allow.
  asked_readings smallint not null default 0 check (asked_readings >= 0),
  is_practice boolean not null default false,
  -- Players dispute a result, people decide (docs/rules/disputes.md, 12). The verdict stays on the attempt as the readings had it:
  -- that it counts as won is a fact of its own.
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
-- The list of all attempts: by date, by status, and by whatever is searched for.
create index attempts_by_date on attempts (started_at);
create index attempts_by_status on attempts (status, id);
create index attempts_words on attempts using gin (attempt_words(epic_name, challenge_description,
  challenge_type) gin_trgm_ops);
create index attempts_by_completion on attempts (completed_at) where completed_at is not null;
-- Entries of a challenge: the dashboard counts them per challenge, and a row that references another needs an index for
-- every check of that reference.
create index attempts_challenge on attempts (challenge_id);
-- Once for a player. One that was cancelled decided nothing and may be repeated, unless an administrator voided it.
create unique index attempts_one_practice on attempts (player_id) where is_practice and (status <> 'CANCELLED'
  or voided_at is not null);
-- The administrators' list of attempts can show practice alone, which is rare: read from its newest on, not by passing over all others.
create index attempts_practice on attempts (id) where is_practice;
-- Who else used an Epic account or a network.
create index attempts_epic_account on attempts (epic_account_key, player_id);
-- What a player entered for since a day, for limits: of a long history only that time is read.
create index attempts_player_start on attempts (player_id, started_at);
-- From here on no attempt changes until all of this is there: the sums miss none and count none twice.
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
-- Wins that players let the front page show are served from memory, with the list of challenges beside them: what is
-- listed, and what no longer is, is told like a change of a challenge.
create index shared_receipts_listed on shared_receipts (attempt_id) where is_listed;
-- Wins that players let the front page show are served from memory, with the list of challenges beside them: what is
-- listed, and what no longer is, is told like a change of a challenge.
create trigger shared_receipts_listed after insert or update on shared_receipts
  for each row when (new.is_listed) execute function notify_challenges();
create trigger shared_receipts_unlisted after delete or update on shared_receipts
  for each row when (old.is_listed) execute function notify_challenges();

-- An attempt that was finished, with what its readings saw happen; one that is voided is taken out. Players and attempts are
-- no foreign keys: each would be locked once more by whoever ends an attempt.
create table finished_attempts (
  attempt_id uuid primary key,
  player_id uuid not null,
  challenge_type text not null,
  ended_at timestamptz not null,
  is_won boolean not null,
  -- Won in a row up to and with this one; 0 for a lost one.
  wins_in_row integer not null,
  reward_gc bigint not null,
  matches bigint not null,
  kills bigint not null,
  -- Matches that ended first, among the first ten and among the first 25; each is part of the next.
  first_places bigint not null,
  top10 bigint not null,
  top25 bigint not null
);
create index finished_attempts_player on finished_attempts (player_id, ended_at, attempt_id);
-- Of one match alone it is known what happened in it.
create index finished_attempts_kills on finished_attempts (player_id, kills desc, ended_at) where matches = 1;
create index finished_attempts_row on finished_attempts (player_id, wins_in_row desc, ended_at) where is_won;
create index finished_attempts_reward on finished_attempts (player_id, reward_gc desc, ended_at) where is_won;

-- Sums by the day (UTC) on which attempts ended, and by kind of challenge. Coins in: entry fees; coins out: rewards and what
-- went back.
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
  -- Rewards alone.
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
  -- Rewards alone.
  coins_won bigint not null,
  primary key (player_id, challenge_type)
);

create table disputes (
  id uuid default make_uuidv7() primary key,
  -- One for ever: what people decided stands.
  attempt_id uuid not null constraint disputes_attempt unique references attempts (id),
  player_id uuid not null references players (id),
  -- Personal: gone with the account, like the link and the answer.
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

-- Whose figures are to be worked out again; one row however much they do meanwhile. Players are no foreign key: each would be
-- locked once more by whatever they do.
create table fair_play_checks (
  player_id uuid primary key,
  due_at timestamptz not null
);
create index fair_play_checks_due on fair_play_checks (due_at, player_id);

create table fair_play_players (
  player_id uuid primary key,
  checked_at timestamptz not null,
  -- Of the newest finished attempts whose statistics at entry say how likely a win was.
  finished integer not null,
  won integer not null,
  expected double precision not null,
  winnings_gc bigint not null,
  -- Wins beyond what was to be expected, in standard deviations.
  excess double precision not null,
  -- How many other players use what this one uses.
  shared_cards integer not null,
  shared_accounts integer not null,
  shared_networks integer not null,
  signals jsonb not null,
  score integer not null check (score >= 0 and score <= 100),
  -- In the queue since then; null where nothing is unusual, or somebody said that it is all right.
  open_since timestamptz,
  dismissed_at timestamptz,
  dismissed_by uuid references players (id),
  -- Opened again only where it is more than what was dismissed.
  dismissed_score integer,
  -- Players whose anomaly was dismissed are few; without an index of their own the list read everybody to find them.
  constraint fair_play_players_dismissed check (num_nulls(dismissed_at, dismissed_by, dismissed_score) in (0, 3))
);
-- The queue, and the list by each of its sorts.
create index fair_play_players_open on fair_play_players (score, player_id) where open_since is not null;
create index fair_play_players_score on fair_play_players (score, player_id);
create index fair_play_players_excess on fair_play_players (excess, player_id);
create index fair_play_players_winnings on fair_play_players (winnings_gc, player_id);
create index fair_play_players_cards on fair_play_players (shared_cards, player_id);
create index fair_play_players_accounts on fair_play_players (shared_accounts, player_id);
create index fair_play_players_networks on fair_play_players (shared_networks, player_id);
-- Players whose anomaly was dismissed are few; without an index of their own the list read everybody to find them.
create index fair_play_players_dismissed on fair_play_players (score, player_id) where dismissed_at is not null
  and open_since is null;

-- Epic accounts that players have shown to be theirs (docs/rules/game-accounts.md, 1). By the account's lasting id, since a name
-- can be another account's tomorrow; kept apart from the binding, which may come before or after.
create table epic_proofs (
  player_id uuid not null references players (id),
  epic_account_key text not null,
  -- Discord's word, or an administrator's.
  proven_by text not null check (proven_by in ('discord', 'administrator')),
  proven_at timestamptz not null,
  primary key (player_id, epic_account_key)
);

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
  constraint attempt_readings_complete check (
case kind
    when 'stats' then (num_nulls(matches, wins, top10, top25, kills, minutes_played) = 0)
    when 'private' then (source_wide is not null)
    else (detail is not null)
end)
);
-- How many players the source calls private at the moment.
create index attempt_readings_recent on attempt_readings (taken_at);
create trigger attempt_readings_append_only before delete or update on attempt_readings
  for each row execute function refuse_all_but_forgetting('taken_at');
create trigger attempt_readings_not_emptied before truncate on attempt_readings
  for each statement execute function refuse_change();
