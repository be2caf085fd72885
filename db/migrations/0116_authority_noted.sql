-- Since when each player and each role may do what they may do now, to the millisecond. A database that was restored to an
-- earlier moment learns by it which lines of the journal are news to it (docs/decisions/0053).
alter table players add column authority_at timestamptz;
alter table roles add column authority_at timestamptz;
-- Codes from before are older than every line of the journal: a used one that a restore brings back is removed again.
alter table recovery_codes add column created_at timestamptz not null default '-infinity';
alter table recovery_codes alter column created_at set default now();

-- Whatever changes what somebody may do is noted in the journal by a job, so that no code path can forget to.
create function note_authority() returns trigger
language plpgsql as $$
begin
  new.authority_at := date_trunc('milliseconds', clock_timestamp());
  perform enqueue_job('note-authority', jsonb_build_object('playerId', new.id), null,
    p_key => 'note-authority:player:' || new.id);
  return new;
end $$;

create function note_role() returns trigger
language plpgsql as $$
begin
  perform enqueue_job('note-authority', jsonb_build_object('roleId', old.id), null,
    p_key => 'note-authority:role:' || old.id);
  if tg_op = 'DELETE' then return old; end if;
  new.authority_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;

create function note_factors() returns trigger
language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.player_id else new.player_id end;
begin
  perform enqueue_job('note-authority', jsonb_build_object('factorsOf', changed), null,
    p_key => 'note-authority:factors:' || changed);
  return null;
end $$;

create trigger players_authority before update of role, suspended_at on players for each row
  when (old.role is distinct from new.role or (old.suspended_at is null) <> (new.suspended_at is null))
  execute function note_authority();
create trigger roles_authority before update of permissions on roles for each row
  when (old.permissions is distinct from new.permissions)
  execute function note_role();
create trigger roles_deleted before delete on roles for each row execute function note_role();
create trigger passkeys_noted after insert or delete on passkeys for each row execute function note_factors();
create trigger apps_confirmed after update of confirmed_at on authenticator_apps for each row
  when (old.confirmed_at is distinct from new.confirmed_at)
  execute function note_factors();
create trigger apps_deleted after delete on authenticator_apps for each row
  when (old.confirmed_at is not null)
  execute function note_factors();
create trigger recovery_codes_used after update of used_at on recovery_codes for each row execute function note_factors();
create trigger recovery_codes_deleted after delete on recovery_codes for each row execute function note_factors();
