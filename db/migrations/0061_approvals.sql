-- Approvals (docs/rules.md): what waits for a second administrator, and what became of it.

-- Since when somebody has their role, and from whom: null where nobody gave it (the first sign-in, the configuration).
alter table players
  add column role_since timestamptz,
  add column role_given_by uuid references players (id);
update players p set role_since = given.created_at, role_given_by = given.actor_id
from (
  select distinct on (subject) subject, actor_id, created_at from admin_changes
  where action = 'user.update' and after ? 'role' order by subject, id desc
) given
where p.role <> 'USER' and given.subject = 'user:' || p.id;

-- When a role was last given more permissions, and by whom: who has it is an administrator of that kind since then only.
alter table roles
  add column widened_at timestamptz,
  add column widened_by uuid references players (id);
-- Whoever may ask may also decide, until somebody with roles:write says otherwise.
update roles set permissions = permissions || '{approvals:decide}'
where permissions && '{users:adjust-coins,coins:write,events:write,events:send,giveaways:write,challenges:write}'::text[];

create table approvals (
  id uuid primary key default uuidv7(),
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
  coins bigint check (coins > 0),
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
