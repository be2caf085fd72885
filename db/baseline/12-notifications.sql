-- Notifications, the devices they go to, and players' choices.

-- Notifications as text, kept for a limited time.
create table notifications (
  id bigint generated always as identity primary key,
  player_id uuid not null references players (id),
  kind text not null,
  -- Identifies the event, so that a repeated one is shown once.
  cause text not null,
  title text not null,
  body text not null,
  link text not null check (link ~~ '/%'),
  created_at timestamptz not null,
  constraint notifications_once unique (player_id, cause)
);
create index notifications_player on notifications (player_id, id desc);
create index notifications_age on notifications (created_at);

-- The last notification that each player has seen.
create table notification_marks (
  player_id uuid primary key references players (id),
  read_up_to bigint not null
);

-- This installation's key for signing push messages (VAPID), created at the first start and encrypted with a key
-- derived from the application's secret. Empty if a key is configured.
create table push_keys (
  is_only boolean default true primary key check (is_only),
  public_key text not null,
  key_id text not null,
  nonce bytea not null,
  ciphertext bytea not null
);

-- A device that receives push messages. Deleted together with the session that added it, so that nobody receives
-- messages after signing out.
create table push_subscriptions (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  session_id uuid not null constraint push_subscriptions_session unique references sessions (id) on delete cascade,
  -- The address at the push service. Anyone who knows it may send there, so no list or log contains it.
  endpoint text not null constraint push_subscriptions_endpoint unique check (length(endpoint) <= 1024),
  p256dh text not null,
  auth text not null,
  -- The server's public key that the browser subscribed with; the push service refuses messages signed with another.
  server_key text not null,
  device text not null,
  created_at timestamptz not null
);
create index push_subscriptions_player on push_subscriptions (player_id, created_at);

-- Messages already sent to a device: each is sent once, even if its job runs again.
create table push_deliveries (
  notification_id bigint not null references notifications (id) on delete cascade,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  outcome text not null check (outcome in ('sent', 'refused')),
  ended_at timestamptz not null,
  primary key (notification_id, subscription_id)
);
create index push_deliveries_subscription on push_deliveries (subscription_id);

-- A player's choices. Without a row, everything is sent to devices and nothing by mail.
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
