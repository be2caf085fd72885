-- Who changed what an administrator may do, and when (docs/rules.md, Approvals). It says who stands behind whom, also once a
-- link of the chain is an administrator no more, and whether nobody else could approve because somebody saw to that.
create table officer_changes (
  id uuid primary key default uuidv7(),
  -- Whose rights, or sessions.
  player_id uuid not null references players (id),
  actor_id uuid not null references players (id),
  at timestamptz not null,
  -- They were given a role, or theirs was given more permissions.
  gives boolean not null,
  -- Until then they could approve changes, or refuse them, but for a suspension.
  could_decide boolean not null
);
create index officer_changes_player on officer_changes (player_id, at) where gives;
create index officer_changes_time on officer_changes (at) where could_decide;

-- What is known of before.
insert into officer_changes (player_id, actor_id, at, gives, could_decide)
select id, role_given_by, role_since, true, false from players where role_given_by is not null and role_since is not null;
insert into officer_changes (player_id, actor_id, at, gives, could_decide)
select p.id, r.widened_by, r.widened_at, true, false
from roles r join players p on p.role = r.name where r.widened_by is not null and r.widened_at is not null;

-- Until when a process was there to refuse a change that waits for its time: what comes after does not count.
alter table approvals add served_until timestamptz;
update approvals set served_until = now() where status = 'waiting' and due_at is not null;

-- A win by decision takes two people also where it gives no coins.
alter table approvals
  drop constraint approvals_coins_check,
  add constraint approvals_coins_check check (coins >= 0);
