-- Who is to be told of a player: the processes that hold a live stream of theirs. Known anew after each start and after each lost
-- connection, so nothing of it has to survive a crash of the database.
create unlogged table live_processes (
  id text primary key,
  seen_at timestamptz not null default now()
);
create unlogged table live_holders (
  player_id uuid not null,
  process text not null,
  primary key (player_id, process)
);
create index live_holders_process on live_holders (process);
