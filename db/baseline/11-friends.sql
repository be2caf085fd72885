-- Friendships, requests and links.

-- A row for each of the two, so that anybody's friends are found by one index.
create table friendships (
  player_id uuid not null references players (id),
  friend_id uuid not null references players (id),
  since timestamptz not null,
  primary key (player_id, friend_id),
  constraint friendships_check check (player_id <> friend_id)
);
create index friendships_friend on friendships (friend_id);

-- A request, or what is left of one that was declined, so that it cannot be repeated for a while, or, blocked, for good.
-- Whoever asked is not told, so one that was taken back after that is hidden from them and stays.
create table friend_requests (
  from_id uuid not null references players (id),
  to_id uuid not null references players (id),
  asked_at timestamptz not null,
  declined_at timestamptz,
  is_blocked boolean not null default false,
  is_hidden boolean not null default false,
  primary key (from_id, to_id),
  constraint friend_requests_check check (from_id <> to_id),
  constraint friend_requests_check1 check (declined_at is not null or not (is_blocked or is_hidden))
);
create index friend_requests_to on friend_requests (to_id);

-- Whoever has the code may become a friend of its player; random, at most one each.
create table friend_links (
  player_id uuid primary key references players (id),
  code uuid not null constraint friend_links_code unique,
  expires_at timestamptz not null
);
-- Which links have expired, and sign-ins that cannot be used again.
create index friend_links_age on friend_links (expires_at);

-- Of whoever has no row: tells nothing, and hears of others.
create table friend_choices (
  player_id uuid primary key references players (id),
  tells_wins boolean not null,
  hears_wins boolean not null
);
