-- Sessions that a player can tell apart, and accounts that can be deleted (docs/rules.md, Deleting an account).

-- Such as "Chrome on Android": what the list of one's sessions shows.
alter table sessions add column device text not null default '' check (length(device) <= 60);

-- A deletion, under the pseudonym that the ledger keeps. By the hash of the session that asked for it an answer that
-- got lost on its way is given again; that is forgotten after a day.
create table account_deletions (
  player_id uuid primary key references players (id),
  deleted_at timestamptz not null,
  -- Null where the player asked, else the administrator.
  deleted_by uuid references players (id),
  forfeited_gc bigint not null check (forfeited_gc >= 0),
  session_hash bytea
);
create index account_deletions_session on account_deletions (session_hash) where session_hash is not null;

-- Keyed hashes of the identities of deleted accounts: whoever comes back is no new guest of a referrer, and a
-- suspension is not shaken off.
create table deleted_identities (
  identity_hash text primary key,
  deleted_at timestamptz not null,
  was_suspended boolean not null default false
);

-- The log of administrators' changes stays append-only but for one thing: what it says of a person may be taken out.
create function refuse_all_but_taking_out() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['before', 'after'] = to_jsonb(old) - array['before', 'after']
    and coalesce(old.before @> new.before, old.before is null and new.before is null)
    and coalesce(old.after @> new.after, old.after is null and new.after is null)
  then
    return new;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger admin_changes_append_only on admin_changes;
create trigger admin_changes_append_only before update or delete on admin_changes
  for each row execute function refuse_all_but_taking_out();
create trigger admin_changes_not_emptied before truncate on admin_changes
  for each statement execute function refuse_change();

-- So with the list of looks at codes: the address may be taken out, nothing else.
create function refuse_all_but_forgetting_address() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address = '' and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
    return new;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger code_reveals_append_only on code_reveals;
create trigger code_reveals_append_only before update or delete on code_reveals
  for each row execute function refuse_all_but_forgetting_address();
create trigger code_reveals_not_emptied before truncate on code_reveals
  for each statement execute function refuse_change();
create index code_reveals_viewer on code_reveals (viewer_id);
