-- Players' limits, pauses and accepted terms.

-- Each version contains all rules, valid from `valid_from` until the next version. Never changed, so that the rules of
-- any past entry remain known.
create table play_rules (
  version integer primary key check (version > 0),
  valid_from timestamptz not null,
  -- Applies where no region below says otherwise.
  is_allowed_elsewhere boolean not null,
  min_age_elsewhere integer check (min_age_elsewhere >= 1 and min_age_elsewhere <= 99),
  -- [{ "region": "US-WA", "isAllowed": false, "minAge": null }]; the most specific region applies.
  regions jsonb not null check (jsonb_typeof(regions) = 'array'),
  reason text not null,
  published_by uuid not null references players (id),
  published_at timestamptz not null
);
create trigger play_rules_append_only before delete or update or truncate on play_rules
  for each statement execute function refuse_change();

-- Stated once by the player; only administrators can change it.
create table play_statements (
  player_id uuid primary key references players (id),
  birth_date date not null,
  region text not null,
  stated_at timestamptz not null
);

-- Spending limits that players set: cents by card, coins on entries. A higher limit takes effect at `next_at`.
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
-- A database restored to an earlier time would allow spending above a limit that the player has lowered since. The
-- journal entry names the kind of limit `spends`, since `kind` is the kind of entry.
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
