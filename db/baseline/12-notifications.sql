-- What players are told, where, and what they chose.

-- What happened to a player, in words, until it is old.
create table notifications (
  id bigint generated always as identity primary key,
  player_id uuid not null references players (id),
  kind text not null,
  -- Names what it tells of, so that a fact told twice is shown once.
  cause text not null,
  title text not null,
  body text not null,
  link text not null check (link ~~ '/%'),
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

-- The key that this installation signs its messages with (VAPID), made at the first start; sealed by a key that is made of
-- the application's secret. Empty where one is configured.
create table push_keys (
  is_only boolean default true primary key check (is_only),
  public_key text not null,
  key_id text not null,
  nonce bytea not null,
  ciphertext bytea not null
);

-- A device that messages are sent to. It goes with the session in which it was added, however that ends: nobody who was
-- signed out is told anything.
create table push_subscriptions (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  session_id uuid not null constraint push_subscriptions_session unique references sessions (id) on delete cascade,
  -- The address at the push service. Whoever knows it may send there, hence it is in no list and no log.
  endpoint text not null constraint push_subscriptions_endpoint unique check (length(endpoint) <= 1024),
  p256dh text not null,
  auth text not null,
  -- The public key that the browser takes messages of; with another one of ours they would be refused.
  server_key text not null,
  device text not null,
  created_at timestamptz not null
);
create index push_subscriptions_player on push_subscriptions (player_id, created_at);

-- What became of a message to a device: each is sent once, though its job may run again.
create table push_deliveries (
  notification_id bigint not null references notifications (id) on delete cascade,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  outcome text not null check (outcome in ('sent', 'refused')),
  ended_at timestamptz not null,
  primary key (notification_id, subscription_id)
);
create index push_deliveries_subscription on push_deliveries (subscription_id);

-- What a player chose; without a row everything goes to devices and nothing by mail.
create table notification_choices (
  player_id uuid primary key references players (id),
  push_kinds text[] not null,
  mail_kinds text[] not null,
  -- Times of day such as 22:00, in the player's time zone; all three or none.
  quiet_from text,
  quiet_until text,
  time_zone text,
  mailed_up_to bigint not null default 0,
  mailed_at timestamptz,
  constraint notification_choices_check check (num_nulls(quiet_from, quiet_until, time_zone) in (0, 3))
);
create index notification_choices_mail on notification_choices (player_id) where mail_kinds <> '{}'::text[];
