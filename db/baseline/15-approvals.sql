-- Changes that wait for a second administrator.

create table approvals (
  id uuid default make_uuidv7() primary key,
  operation text not null,
  -- The permission required. The person who asks and the person who approves both need it at that time.
  permission text not null,
  actor_id uuid not null references players (id),
  -- The player whose account it concerns.
  player_id uuid references players (id),
  kind text not null,
  title text not null,
  subject text not null,
  -- Null: unlimited.
  coins bigint check (coins >= 0),
  coins_limit bigint not null check (coins_limit >= 0),
  before jsonb,
  after jsonb,
  reason text not null default '',
  -- Everything needed to carry it out. Removed once decided, because it may contain personal data.
  input jsonb,
  input_hash bytea not null check (length(input_hash) = 32),
  status text not null default 'waiting'
    check (status in ('waiting', 'carried_out', 'refused', 'withdrawn', 'expired', 'unfit')),
  asked_at timestamptz not null,
  -- Either it expires unless somebody decides, or, if nobody can, it is carried out when due.
  expires_at timestamptz,
  due_at timestamptz,
  decided_at timestamptz,
  -- Null if nobody decided before it was due.
  decided_by uuid references players (id),
  decision_reason text not null default '',
  -- The coins that carrying it out creates, for the daily totals: `[{ "way": ..., "coins": ... }]`.
  makes jsonb not null default '[]',
  served_until timestamptz,
  constraint approvals_one_end check (num_nonnulls(expires_at, due_at) = 1),
  constraint approvals_decided check ((status = 'waiting') = (decided_at is null)),
  constraint approvals_input check ((status = 'waiting') = (input is not null)),
  constraint approvals_second_person check (status <> 'carried_out' or decided_by is distinct from actor_id)
);
-- The same administrator asking again for the same change gets the same request.
create unique index approvals_asked_once on approvals (actor_id, operation, input_hash) where status = 'waiting';
create index approvals_waiting on approvals (coalesce(expires_at, due_at), id) where status = 'waiting';
create index approvals_decided on approvals (decided_at, id) where status <> 'waiting';
create index approvals_player on approvals (player_id) where player_id is not null;
create trigger approvals_declined after update of status on approvals
  for each row when (old.status = 'waiting' and new.status not in ('waiting', 'carried_out'))
    execute function note_in_journal('declined', 'approvalId', 'id', 'status', 'status');

-- Coins that administrators' actions created or promised. Approved ones count against no limit.
create table coin_grants (
  id uuid default make_uuidv7() primary key,
  day date not null,
  way text not null check (way in ('adjustments', 'giveaways', 'events')),
  actor_id uuid not null references players (id),
  coins bigint not null check (coins > 0),
  approval_id uuid references approvals (id)
);
create index coin_grants_day on coin_grants (day, way) where approval_id is null;

-- Coins created automatically, in stripes, so that concurrent payments don't wait for one row.
create table coin_stripes (
  day date not null,
  way text not null check (way in ('rewards', 'challenges')),
  stripe smallint not null,
  coins bigint not null default 0 check (coins >= 0),
  primary key (day, way, stripe)
);

-- Additions to a day's limit by a second administrator.
create table coin_raises (
  id uuid default make_uuidv7() primary key,
  day date not null,
  way text not null,
  coins bigint not null check (coins > 0),
  raised_by uuid not null references players (id)
);
create index coin_raises_day on coin_raises (day, way);
