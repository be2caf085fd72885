-- Changes that wait for a second administrator.

create table approvals (
  id uuid default make_uuidv7() primary key,
  operation text not null,
  -- What it takes to do it: whoever asked and whoever approves needs it at that moment.
  permission text not null,
  actor_id uuid not null references players (id),
  -- Whose account it is about.
  player_id uuid references players (id),
  kind text not null,
  title text not null,
  subject text not null,
  -- Null: there is no end to it.
  coins bigint check (coins >= 0),
  coins_limit bigint not null check (coins_limit >= 0),
  before jsonb,
  after jsonb,
  reason text not null default '',
  -- Everything that carrying it out takes; gone once it is decided, since it may name somebody.
  input jsonb,
  input_hash bytea not null check (length(input_hash) = 32),
  status text not null default 'waiting'
    check (status in ('waiting', 'carried_out', 'refused', 'withdrawn', 'expired', 'unfit')),
  asked_at timestamptz not null,
  -- Either it waits for somebody, or, where there is nobody, for its time.
  expires_at timestamptz,
  due_at timestamptz,
  decided_at timestamptz,
  -- Null where nobody decided: its time came.
  decided_by uuid references players (id),
  decision_reason text not null default '',
  -- What carrying it out makes, for the books of the day: `[{ "way": ..., "coins": ... }]`.
  makes jsonb not null default '[]',
  served_until timestamptz,
  constraint approvals_one_end check (num_nonnulls(expires_at, due_at) = 1),
  constraint approvals_decided check ((status = 'waiting') = (decided_at is null)),
  constraint approvals_input check ((status = 'waiting') = (input is not null)),
  constraint approvals_second_person check (status <> 'carried_out' or decided_by is distinct from actor_id)
);
-- The same asked again by the same administrator is the same request.
create unique index approvals_asked_once on approvals (actor_id, operation, input_hash) where status = 'waiting';
create index approvals_waiting on approvals (coalesce(expires_at, due_at), id) where status = 'waiting';
create index approvals_decided on approvals (decided_at, id) where status <> 'waiting';
create index approvals_player on approvals (player_id) where player_id is not null;
create trigger approvals_declined after update of status on approvals
  for each row when (old.status = 'waiting' and new.status not in ('waiting', 'carried_out'))
    execute function note_in_journal('declined', 'approvalId', 'id', 'status', 'status');

-- What administrators' acts made, or promised. With an approval it counts for no limit.
create table coin_grants (
  id uuid default make_uuidv7() primary key,
  day date not null,
  way text not null check (way in ('adjustments', 'giveaways', 'events')),
  actor_id uuid not null references players (id),
  coins bigint not null check (coins > 0),
  approval_id uuid references approvals (id)
);
create index coin_grants_day on coin_grants (day, way) where approval_id is null;

-- What is made by itself, in stripes: players who are paid in one moment do not wait for one row.
create table coin_stripes (
  day date not null,
  way text not null check (way in ('rewards', 'challenges')),
  stripe smallint not null,
  coins bigint not null default 0 check (coins >= 0),
  primary key (day, way, stripe)
);

-- What a second administrator added to a day's limit.
create table coin_raises (
  id uuid default make_uuidv7() primary key,
  day date not null,
  way text not null,
  coins bigint not null check (coins > 0),
  raised_by uuid not null references players (id)
);
create index coin_raises_day on coin_raises (day, way);
