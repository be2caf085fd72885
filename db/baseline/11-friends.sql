-- Friendships, requests and links.

-- Two rows per friendship, so that one index finds anybody's friends.
create table friendships (
  player_id uuid not null references players (id),
  friend_id uuid not null references players (id),
  since timestamptz not null,
  primary key (player_id, friend_id),
  constraint friendships_check check (player_id <> friend_id)
);
create index friendships_friend on friendships (friend_id);

-- A friend request, open or declined. A declined one can't be repeated for a while; after a block, never. The sender
-- isn't told, so a declined request that they withdraw stays, hidden from them.
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

-- A random code, at most one per player. Anyone who has it can become the player's friend.
create table friend_links (
  player_id uuid primary key references players (id),
  code uuid not null constraint friend_links_code unique,
  expires_at timestamptz not null
);
-- For deleting expired links.
create index friend_links_age on friend_links (expires_at);

-- Without a row, friends aren't notified of this player's wins, and this player is notified of theirs.
create table friend_choices (
  player_id uuid primary key references players (id),
  tells_wins boolean not null,
  hears_wins boolean not null
);
