-- The first of an ACTIVITY_WEEKLY event as they were ranked last. Ranked anew by each call, everybody's attempts of the event were
-- added up each time.
create table event_standings (
  event_id uuid not null references events (id) on delete cascade,
  player_id uuid not null references players (id),
  rank integer not null check (rank > 0),
  xp bigint not null,
  primary key (event_id, player_id)
);
create index event_standings_rank on event_standings (event_id, rank);

alter table events add column ranked_at timestamptz;
