-- XP that was played, boards, and achievements.

-- XP earned by playing, one row per attempt. What was taken back stays, so that a late word of it counts nothing.
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

-- Sums per board, kept up with every row above: reading a board never adds up what was earned.
-- `board` is 'all', 'season:2026-Q4' or 'week:2026-W47'.
create table board_scores (
  board text not null,
  player_id uuid not null references players (id),
  xp bigint not null check (xp >= 0),
  -- When the score was reached: of two equal ones the earlier is ahead.
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
  -- When the fact happened that reached it.
  reached_at timestamptz not null,
  -- When the fact was undone; the row stays, so that whoever reaches it anew is not told anew.
  lost_at timestamptz,
  primary key (player_id, achievement)
);

-- Whose achievements were worked out, and when last. Its row is locked while that is done: one at a time for a player.
create table achievement_counts (
  player_id uuid primary key references players (id),
  counted_at timestamptz not null
);

-- A list of achievements that everybody who was here before is counted for, once: how far that has come.
create table achievement_runs (
  list text primary key,
  after uuid,
  ended_at timestamptz
);

-- The first ten of each week that is over. Worked out again where its XP still changes.
create table board_places (
  board text not null,
  player_id uuid not null references players (id),
  rank integer not null check (rank >= 1 and rank <= 10),
  ended_at timestamptz not null,
  primary key (board, player_id)
);
create index board_places_player on board_places (player_id, ended_at);

-- How many are ahead of a place on a board, for places a thousand apart: a player far down counts from the nearest one on, not from
-- the top (docs/rules/leaderboards.md, 6). Set anew by a job; nothing here names anybody.
create table board_marks (
  board text not null,
  xp bigint not null,
  reached_at timestamptz not null,
  -- Players with more XP, or with as much reached earlier, when the mark was set.
  ahead bigint not null,
  primary key (board, xp, reached_at)
);

-- From when to when somebody ranks players, and up to when what was played is on the board.
create table played_spans (
  board text default ('span:' || gen_random_uuid()) primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  counted_until timestamptz not null,
  -- When it was last asked for, to an hour.
  asked_at timestamptz not null,
  -- Its scores are being removed, and nothing is counted any more.
  forgotten_at timestamptz,
  constraint played_spans_check check (starts_at <= counted_until and counted_until <= ends_at)
);
create unique index played_spans_once on played_spans (starts_at, ends_at) where forgotten_at is null;
