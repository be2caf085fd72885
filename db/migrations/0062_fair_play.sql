-- What looks unusual about players (docs/rules.md, Fair play): worked out for whoever did something since, never for all at once.

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
  score integer not null check (score between 0 and 100),
  -- In the queue since then; null where nothing is unusual, or somebody said that it is all right.
  open_since timestamptz,
  dismissed_at timestamptz,
  dismissed_by uuid references players (id),
  -- Opened again only where it is more than what was dismissed.
  dismissed_score integer,
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

-- Who else used an Epic account or a network.
create index attempts_epic_account on attempts (epic_account_key, player_id);
create index sign_in_networks_hash on sign_in_networks (network_hash, player_id);

-- Whoever played before this was there.
insert into fair_play_checks select distinct player_id, now() from finished_attempts;
