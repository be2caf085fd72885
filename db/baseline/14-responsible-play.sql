-- Limits, pauses and terms that players agreed to.

-- Each version holds all of the rules, from `valid_from` on until a later version does. Never changed: what held at an entry of long
-- ago can be said.
create table play_rules (
  version integer primary key check (version > 0),
  valid_from timestamptz not null,
  -- Where no region below says otherwise.
  is_allowed_elsewhere boolean not null,
  min_age_elsewhere integer check (min_age_elsewhere >= 1 and min_age_elsewhere <= 99),
  -- [{ "region": "US-WA", "isAllowed": false, "minAge": null }]; the narrower region counts.
  regions jsonb not null check (jsonb_typeof(regions) = 'array'),
  reason text not null,
  published_by uuid not null references players (id),
  published_at timestamptz not null
);
create trigger play_rules_append_only before delete or update or truncate on play_rules
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
  constraint spending_limits_check check (next_at is not null or next_amount is null)
);
-- A database that was restored to an earlier moment would let a player spend above a limit that they tightened since. The line
-- says `spends` for the kind of limit, since `kind` is that of the line.
create trigger spending_limits_noted after insert or update on spending_limits
  for each row execute function note_in_journal('limit', 'playerId', 'player_id', 'spends', 'kind', 'period',
    'period', 'amount', 'amount', 'nextAmount', 'next_amount', 'nextAt', 'next_at');

create table play_pauses (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  began_at timestamptz not null,
  until_at timestamptz not null,
  constraint play_pauses_check check (until_at > began_at)
);
create index play_pauses_player on play_pauses (player_id, until_at);
create trigger play_pauses_noted after insert on play_pauses
  for each row execute function note_in_journal('paused', 'playerId', 'player_id', 'until', 'until_at');

create table terms_acceptances (
  player_id uuid not null references players (id),
  version text not null,
  accepted_at timestamptz not null,
  primary key (player_id, version)
);
