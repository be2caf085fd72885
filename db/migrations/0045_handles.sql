-- What players are called where others see them (docs/rules.md, Handles): names of their own choice, never those of their
-- accounts at Google or Discord. Whoever chooses none has a made-up one, from the first moment on.

-- A handle of a player, worn now or given up and reserved. Nobody else gets one that looks alike: `likeness` is what is left
-- of its spelling (handle_likeness in db/functions/accounts.sql).
create table handles (
  likeness text primary key,
  -- Null once the account is deleted: then only the reservation is left.
  handle text check (handle ~ '^[A-Za-z0-9]([_-]?[A-Za-z0-9]){2,19}$' and length(handle) <= 20),
  player_id uuid references players (id),
  is_worn boolean not null default true,
  -- From when on others may have it. Null of one that is worn, and of one that an administrator took away: nobody gets that.
  free_from timestamptz,
  check ((handle is null) = (player_id is null)),
  check (not is_worn or (player_id is not null and free_from is null))
);
create unique index handles_worn on handles (player_id) where is_worn;
create index handles_given_up on handles (player_id) where not is_worn;
create index handles_free on handles (free_from) where free_from is not null;

-- Who changed a handle, for the limit of changes and for the export. Goes with the account.
create table handle_changes (
  id uuid primary key default uuidv7(),
  player_id uuid not null references players (id),
  handle_before text not null,
  handle text not null,
  changed_by text not null check (changed_by in ('player', 'administrator')),
  changed_at timestamptz not null
);
create index handle_changes_player on handle_changes (player_id, changed_at);

-- One of our drawn avatars (contract/public-players.ts); null: one that follows from the id.
alter table players add column drawn_avatar text;

create function handle_likeness(handle text) returns text
language sql immutable strict parallel safe as $$
  select replace(replace(
    translate(lower(handle collate "C"), '01i528_-', 'ollszb'),
    'rn', 'm'), 'vv', 'w')
$$;

create function random_handle() returns text
language sql volatile as $$
  select 'Player-'
    || substr('CDFGHJKMNPQRTVWXY23456789', random(1, 25), 1) || substr('CDFGHJKMNPQRTVWXY23456789', random(1, 25), 1)
    || substr('CDFGHJKMNPQRTVWXY23456789', random(1, 25), 1) || substr('CDFGHJKMNPQRTVWXY23456789', random(1, 25), 1)
    || substr('CDFGHJKMNPQRTVWXY23456789', random(1, 25), 1) || substr('CDFGHJKMNPQRTVWXY23456789', random(1, 25), 1)
$$;

create function give_random_handle(for_player uuid) returns text
language plpgsql as $$
declare
  made text;
begin
  loop
    made := random_handle();
    insert into handles (likeness, handle, player_id) values (handle_likeness(made), made, for_player)
    on conflict (likeness) do nothing;
    if found then return made; end if;
  end loop;
end $$;

create function give_first_handle() returns trigger
language plpgsql as $$
begin
  perform give_random_handle(new.id);
  return null;
end $$;
-- A trigger, so that players of processes of the version before have a handle too.
create trigger player_first_handle after insert on players
  for each row when (new.deleted_at is null) execute function give_first_handle();
