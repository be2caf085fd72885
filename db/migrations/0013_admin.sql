-- What administrators work with: users that are found quickly, notes about them, custom roles, the audit log
-- (docs/rules.md, Users and Audit log).

-- Ships with PostgreSQL and is trusted: the owner of the database may create it.
create extension if not exists pg_trgm;

-- One text per player of everything that a search looks at, so that one index serves it: an index per column could
-- not answer "in any of them", and the Epic name stands in another table. Lines, since no search holds a line break
-- and so none matches across two fields. Kept by triggers: no code path can forget it.
create table player_search (
  player_id uuid primary key references players (id),
  words text not null
);
create index player_search_words on player_search using gin (words gin_trgm_ops);

create function refresh_player_search(for_player uuid) returns void
language plpgsql as $$
begin
  -- Of two changes at once the later one reads what the earlier one wrote.
  perform from player_search where player_id = for_player for update;
  insert into player_search (player_id, words)
  select p.id, lower(concat_ws(E'\n', p.name, p.email, p.referral_code, p.discord_user_id, e.epic_name))
  from players p left join epic_accounts e on e.player_id = p.id
  where p.id = for_player
  on conflict (player_id) do update set words = excluded.words;
end $$;

create function player_words_changed() returns trigger
language plpgsql as $$
begin
  perform refresh_player_search(new.id);
  return null;
end $$;
create trigger player_words_first after insert on players
  for each row execute function player_words_changed();
create trigger player_words_changed after update of name, email, referral_code, discord_user_id on players
  for each row
  when ((old.name, old.email, old.referral_code, old.discord_user_id)
    is distinct from (new.name, new.email, new.referral_code, new.discord_user_id))
  execute function player_words_changed();

create function epic_words_changed() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform refresh_player_search(old.player_id); end if;
  if tg_op <> 'DELETE' then perform refresh_player_search(new.player_id); end if;
  return null;
end $$;
create trigger epic_words_changed after insert or delete or update of epic_name, player_id on epic_accounts
  for each row execute function epic_words_changed();

insert into player_search (player_id, words)
select p.id, lower(concat_ws(E'\n', p.name, p.email, p.referral_code, p.discord_user_id, e.epic_name))
from players p left join epic_accounts e on e.player_id = p.id;

-- The orders of the table of users. None on balances: every movement of coins would have to write it.
create index players_by_date on players (created_at, id) where deleted_at is null;
create index players_by_name on players (lower(name), id) where deleted_at is null;
create index players_by_email on players (lower(email), id) where deleted_at is null;
create index players_by_role on players (role, id) where deleted_at is null;

-- What administrators remember about a user. Nothing of it is changed; with the account its words go.
create table user_notes (
  id uuid primary key default uuidv7(),
  player_id uuid not null references players (id),
  author_id uuid not null references players (id),
  note text not null check (length(note) <= 2000),
  created_at timestamptz not null
);
create index user_notes_player on user_notes (player_id, id);
create function refuse_all_but_forgetting_note() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.note = '' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
    return new;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger user_notes_append_only before update or delete on user_notes
  for each row execute function refuse_all_but_forgetting_note();
create trigger user_notes_not_emptied before truncate on user_notes
  for each statement execute function refuse_change();

-- A custom role that is renamed takes its users along.
alter table players drop constraint players_role_fkey,
  add constraint players_role_fkey foreign key (role) references roles (name) on update cascade;

-- From where a change was made: the administrator's network address, '' where it was no call. It goes with the
-- account of that administrator, as what the log says of a person does.
alter table admin_changes add column address text not null default '';
create or replace function refuse_all_but_taking_out() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - array['before', 'after', 'address'] = to_jsonb(old) - array['before', 'after', 'address']
    and coalesce(old.before @> new.before, old.before is null and new.before is null)
    and coalesce(old.after @> new.after, old.after is null and new.after is null)
    and new.address in ('', old.address)
  then
    return new;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create index admin_changes_actor on admin_changes (actor_id, id);

create function audit_words(action text, subject text, reason text, before jsonb, after jsonb) returns text
language sql immutable parallel safe as $$
  select lower(action || ' ' || subject || ' ' || coalesce(reason, '') || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;
create index admin_changes_words on admin_changes
  using gin (audit_words(action, subject, reason, before, after) gin_trgm_ops);

-- Changes and looks at codes, as one list. Ids of both ascend with time.
create view audit_log as
  select id, actor_id, action, subject, before, after, coalesce(reason, '') as reason, address, created_at,
    audit_words(action, subject, reason, before, after) as words
  from admin_changes
  union all
  select id, viewer_id, 'gift-card.reveal', 'gift-card-code:' || code_id, null, null, '', address, revealed_at,
    'gift-card.reveal'
  from code_reveals;
