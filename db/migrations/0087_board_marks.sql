-- How many are ahead of a place on a board, for places a thousand apart: a player far down counts from the nearest one on, not from
-- the top (docs/rules.md, Leaderboards). Set anew by a job; nothing here names anybody.
create table board_marks (
  board text not null,
  xp bigint not null,
  reached_at timestamptz not null,
  -- Players with more XP, or with as much reached earlier, when the mark was set.
  ahead bigint not null,
  primary key (board, xp, reached_at)
);
