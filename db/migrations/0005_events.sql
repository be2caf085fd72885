-- Events pay players for what they do. Definitions are edited by administrators; everything else is append-only fact.

create table events (
  id uuid primary key default uuidv7(),
  title text not null,
  description text not null default '',
  type text not null check (type = upper(type)),
  triggers text[] not null check (cardinality(triggers) > 0 and triggers <@ array[
    'COMPLETE_CHALLENGE', 'FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE', 'FIRST_LOGIN_DISCORD', 'REFER_FRIEND', 'BUY_COINS',
    'EARN_XP', 'ACTIVITY_WEEKLY']),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  leaderboard_rewards bigint[] not null default '{}',
  -- False: rewards are collected, and paid when an administrator sends them.
  auto_run boolean not null default true,
  is_active boolean not null default true,
  is_completed boolean not null default false,
  reward_currency currency not null default 'GC' check (reward_currency in ('GC', 'XP')),
  reward_amount bigint not null default 0 check (reward_amount >= 0),
  multiplier numeric(6, 2) not null default 1 check (multiplier > 0),
  -- Rewards per player in all, and per player and UTC day; 0 means no limit.
  user_cap integer not null default 0 check (user_cap >= 0),
  daily_cap integer not null default 0 check (daily_cap >= 0),
  -- All that the event may ever pay; null means no limit.
  budget bigint check (budget >= 0),
  budget_spent bigint not null default 0 check (budget_spent <= coalesce(budget, budget_spent)),
  created_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
create index events_open on events using gin (triggers) where is_active and not is_completed;

-- One row per event and player: the lock under which caps are counted.
create table event_players (
  event_id uuid not null references events (id) on delete cascade,
  player_id uuid not null references players (id),
  primary key (event_id, player_id)
);

-- One reward per event, player and cause. `cause` names the fact, such as 'first-sign-in:google' or an attempt.
create table event_rewards (
  id uuid primary key default uuidv7(),
  -- An event with rewards stays: its rows are what the ledger refers to.
  event_id uuid not null references events (id),
  player_id uuid not null references players (id),
  trigger text not null,
  cause text not null,
  currency currency not null,
  amount bigint not null check (amount > 0),
  -- When the fact happened; its UTC day counts for the daily cap.
  caused_at timestamptz not null,
  -- Null while only collected.
  paid_at timestamptz,
  constraint event_rewards_once unique (event_id, player_id, cause)
);
create index event_rewards_player on event_rewards (player_id);
create index event_rewards_collected on event_rewards (event_id) where paid_at is null;

-- Identities whose first sign-in was counted. A keyed hash, so that it may outlive the account: whoever deletes an
-- account and comes back is not new.
create table first_sign_ins (
  id bigint generated always as identity primary key,
  identity_hash text not null unique,
  player_id uuid not null references players (id)
);
create index first_sign_ins_player on first_sign_ins (player_id);
