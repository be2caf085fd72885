-- Leaderboards, and what the engine of events needs beside the rewards of 0005.

-- A word to every open page at once; kept nowhere. Of several about the same subject the last one may stand for all.
create function publish_live_broadcast(event_name text, event_subject text, event_data jsonb) returns void
language sql as $$
  select pg_notify('live_all',
    jsonb_build_object('name', event_name, 'subject', event_subject, 'data', event_data)::text)
$$;

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

-- Sums per board, kept up with every row above: reading a board never adds up what was earned.
-- `board` is 'all', 'season:2026-Q4' or 'week:2026-W47'.
create table board_scores (
  board text not null,
  player_id uuid not null references players (id),
  xp bigint not null check (xp >= 0),
  -- When the score was reached: of two equal ones the earlier is ahead.
  reached_at timestamptz not null,
  primary key (board, player_id)
) with (fillfactor = 70);
create index board_scores_order on board_scores (board, xp desc, reached_at, player_id);

create table boards (
  board text primary key,
  players integer not null default 0
);

alter table events add column deleted_at timestamptz;
alter table events add column completed_at timestamptz;
-- So that the start is told once.
alter table events add column start_told_at timestamptz;
create index events_to_end on events (ends_at) where auto_run and not is_completed;

-- Undone, because the attempt or payment that caused it was.
alter table event_rewards add column taken_back_at timestamptz;
-- Place on the board of an ACTIVITY_WEEKLY event.
alter table event_rewards add column rank integer;
create index event_rewards_cause on event_rewards (cause);

-- Causes that no longer count. Written even where nothing was paid yet: the word of the fact may come later than
-- the word of its undoing.
create table undone_causes (
  cause text primary key,
  at timestamptz not null
);
