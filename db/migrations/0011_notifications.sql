-- What happened to a player, in words, until it is old.
create table notifications (
  id bigint generated always as identity primary key,
  player_id uuid not null references players (id),
  kind text not null,
  -- Names what it tells of, so that a fact told twice is shown once.
  cause text not null,
  title text not null,
  body text not null,
  link text not null check (link like '/%'),
  created_at timestamptz not null,
  constraint notifications_once unique (player_id, cause)
);
create index notifications_player on notifications (player_id, id desc);
create index notifications_age on notifications (created_at);

-- Up to which one a player has seen them.
create table notification_marks (
  player_id uuid primary key references players (id),
  read_up_to bigint not null
);
