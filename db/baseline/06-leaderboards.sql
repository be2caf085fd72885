-- XP earned by playing, boards, and achievements.

-- XP earned by playing, one row per attempt. Rows of reversed XP stay, so that a late event can't add it again.
create table played_xp (
  attempt_id uuid primary key,
  player_id uuid not null references players (id),
  xp bigint not null check (xp >= 0),
  played_at timestamptz not null,
  taken_back_at timestamptz
);
create index played_xp_time on played_xp (played_at) include (player_id, xp) where taken_back_at is null;
create index played_xp_player on played_xp (player_id, played_at desc) where taken_back_at is null;
create trigger played_xp_in_spans after insert on played_xp
  for each row when (new.xp > 0 and new.taken_back_at is null) execute function count_played_in_spans();
create trigger played_xp_changed_in_spans after update on played_xp
  for each row when (old.xp is distinct from new.xp
    or (old.taken_back_at is null) is distinct from (new.taken_back_at is null))
  execute function count_played_in_spans();

-- Sums per board, updated with every row above, so that reading a board never adds anything up.
-- `board` is 'all', 'season:2026-Q4' or 'week:2026-W47'.
create table board_scores (
  board text not null,
  player_id uuid not null references players (id),
  xp bigint not null check (xp >= 0),
  -- When the score was reached: of two equal scores the earlier one ranks first.
  reached_at timestamptz not null,
  primary key (player_id, board)
) with (fillfactor = 70);
create index board_scores_order on board_scores (board, xp desc, reached_at, player_id);

create table boards (
  board text primary key,
  players integer not null default 0,
  closed_at timestamptz,
  marked_xp bigint,
  marked_reached_at timestamptz,
  marked_ahead bigint,
  constraint boards_marked check (num_nulls(marked_xp, marked_reached_at, marked_ahead) in (0, 3))
);

create table achievements (
  player_id uuid not null references players (id),
  achievement text not null,
  -- When the event happened that reached it.
  reached_at timestamptz not null,
  -- When the event was undone. The row stays, so that reaching it again sends no second notification.
  lost_at timestamptz,
  primary key (player_id, achievement)
);

-- When each player's achievements were last calculated. The job locks the row, so that only one calculation runs per
-- player.
create table achievement_counts (
  player_id uuid primary key references players (id),
  counted_at timestamptz not null
);

-- A new list of achievements is calculated once for all existing players; this stores the progress.
create table achievement_runs (
  list text primary key,
  after uuid,
  ended_at timestamptz
);

-- The top ten of each past week. Recalculated while its XP can still change.
create table board_places (
  board text not null,
  player_id uuid not null references players (id),
  rank integer not null check (rank >= 1 and rank <= 10),
  ended_at timestamptz not null,
  primary key (board, player_id)
);
create index board_places_player on board_places (player_id, ended_at);

-- For every thousandth place of a board, how many players are ahead, so that a player far down is counted from the
-- nearest mark instead of the top (docs/rules/leaderboards.md, 6). A job sets the marks; they name nobody.
create table board_marks (
  board text not null,
  xp bigint not null,
  reached_at timestamptz not null,
  -- Players with more XP, or with equal XP reached earlier, at the time the mark was set.
  ahead bigint not null,
  primary key (board, xp, reached_at)
);

-- Time spans for which somebody ranks players, and up to when XP has been counted.
create table played_spans (
  board text default ('span:' || gen_random_uuid()) primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  counted_until timestamptz not null,
  -- When it was last requested, rounded to the hour.
  asked_at timestamptz not null,
  -- Set while its scores are being removed; nothing more is counted.
  forgotten_at timestamptz,
  constraint played_spans_check check (starts_at <= counted_until and counted_until <= ends_at)
);
create unique index played_spans_once on played_spans (starts_at, ends_at) where forgotten_at is null;
