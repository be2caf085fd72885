-- Games that an administrator closed for new entries, with the reason that players see. A game without a row is open.
create table closed_games (
  game text primary key,
  reason text not null check (length(reason) between 1 and 200),
  closed_at timestamptz not null
);
-- It is part of the cached list of challenges.
create trigger closed_games_notify after insert or delete or update or truncate on closed_games
  for each statement execute function notify_challenges();
