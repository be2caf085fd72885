-- Achievements (docs/rules.md, Achievements). Which there are stands in the code; here is who has reached which, worked out
-- from facts that others keep, so that all of it can be worked out again.

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
  rank integer not null check (rank between 1 and 10),
  ended_at timestamptz not null,
  primary key (board, player_id)
);
create index board_places_player on board_places (player_id, ended_at);
alter table boards add column closed_at timestamptz;
