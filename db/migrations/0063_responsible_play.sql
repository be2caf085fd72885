-- Responsible play (docs/rules.md): rules on age and region, what players state of themselves, their limits and pauses, and
-- which terms they accepted.

-- Each version holds all of the rules, from `valid_from` on until a later version does. Never changed: what held at an entry of long
-- ago can be said.
create table play_rules (
  version integer primary key check (version > 0),
  valid_from timestamptz not null,
  -- Where no region below says otherwise.
  is_allowed_elsewhere boolean not null,
  min_age_elsewhere integer check (min_age_elsewhere between 1 and 99),
  -- [{ "region": "US-WA", "isAllowed": false, "minAge": null }]; the narrower region counts.
  regions jsonb not null check (jsonb_typeof(regions) = 'array'),
  reason text not null,
  published_by uuid not null references players (id),
  published_at timestamptz not null
);
create trigger play_rules_append_only before update or delete or truncate on play_rules
  for each statement execute function refuse_change();

-- Said once by the player; changed by administrators alone.
create table play_statements (
  player_id uuid primary key references players (id),
  birth_date date not null,
  region text not null,
  stated_at timestamptz not null
);

-- What a player allows themselves to spend: cents by card, coins on entries. What is looser waits until `next_at`.
create table spending_limits (
  player_id uuid not null references players (id),
  kind text not null check (kind in ('payment', 'entry')),
  period text not null check (period in ('day', 'week', 'month')),
  -- Null: no limit.
  amount bigint check (amount >= 0),
  next_amount bigint check (next_amount >= 0),
  next_at timestamptz,
  primary key (player_id, kind, period),
  check (next_at is not null or next_amount is null)
);

create table play_pauses (
  id uuid primary key default uuidv7(),
  player_id uuid not null references players (id),
  began_at timestamptz not null,
  until_at timestamptz not null check (until_at > began_at)
);
create index play_pauses_player on play_pauses (player_id, until_at);

create table terms_acceptances (
  player_id uuid not null references players (id),
  version text not null,
  accepted_at timestamptz not null,
  primary key (player_id, version)
);

-- Who comes back after deleting the account is paused still.
alter table deleted_identities add column play_paused_until timestamptz;
