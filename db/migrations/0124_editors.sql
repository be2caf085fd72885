-- Who created, changed or approved what gains nothing from it (docs/rules.md, Conflict of interest): one table for every
-- kind of prize and price, by its subject in the audit log. Prices look at the time too.
create table editors (
  subject text not null,
  player_id uuid not null references players (id),
  edited_at timestamptz not null,
  primary key (subject, player_id)
);

-- Processes of the previous version still read and write a table for each kind; copies go both ways until those are gone.
create function record_editor(p_subject text, p_player uuid, p_at timestamptz) returns void
language sql as $$
  insert into editors as known (subject, player_id, edited_at) values (p_subject, p_player, p_at)
  on conflict (subject, player_id) do update set edited_at = greatest(known.edited_at, excluded.edited_at)
$$;

create function copy_event_editor() returns trigger language plpgsql as $$
begin
  perform record_editor('event:' || new.event_id, new.player_id, now());
  return null;
end $$;
create function copy_giveaway_editor() returns trigger language plpgsql as $$
begin
  perform record_editor('giveaway:' || new.giveaway_id, new.player_id, now());
  return null;
end $$;
create function keep_event_editor() returns trigger language plpgsql as $$
begin
  insert into event_editors (event_id, player_id) values (split_part(new.subject, ':', 2)::uuid, new.player_id)
  on conflict do nothing;
  return null;
end $$;
create function keep_giveaway_editor() returns trigger language plpgsql as $$
begin
  insert into giveaway_editors (giveaway_id, player_id) values (split_part(new.subject, ':', 2)::uuid, new.player_id)
  on conflict do nothing;
  return null;
end $$;
create trigger event_editors_copied after insert on event_editors
  for each row execute function copy_event_editor();
create trigger giveaway_editors_copied after insert on giveaway_editors
  for each row execute function copy_giveaway_editor();
create trigger editors_of_events after insert on editors
  for each row when (new.subject like 'event:%') execute function keep_event_editor();
create trigger editors_of_giveaways after insert on editors
  for each row when (new.subject like 'giveaway:%') execute function keep_giveaway_editor();

insert into editors (subject, player_id, edited_at)
select 'event:' || event_id, player_id, now() from event_editors
union all
select 'giveaway:' || giveaway_id, player_id, now() from giveaway_editors;
