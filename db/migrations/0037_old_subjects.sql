-- The bound of 0034, where no older row is above it. Writing goes on while it is looked for.
do $$
begin
  alter table transfers validate constraint transfers_amount_range;
exception when check_violation then
  raise notice 'some transfers of before are above the bound and stay as they are';
end $$;

-- What was changed under an id in capitals stands in the log under that spelling, where nothing that looks for it finds it:
-- what it says of people who have left (0020), and who edited an event or a giveaway (0028).
alter table admin_changes disable trigger admin_changes_append_only;
update admin_changes set subject = split_part(subject, ':', 1) || ':' || lower(split_part(subject, ':', 2))
where subject ~ '^[a-z-]+:[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' and subject <> lower(subject);
alter table admin_changes enable trigger admin_changes_append_only;

update admin_changes
set before = before - array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId'],
  after = after - array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId']
where subject in (select 'user:' || id from players where deleted_at is not null)
  and (before ?| array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId']
    or after ?| array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId']);

insert into event_editors (event_id, player_id)
select distinct e.id, c.actor_id from events e
join admin_changes c on c.subject = 'event:' || e.id and c.action in ('event.create', 'event.update')
on conflict do nothing;
insert into giveaway_editors (giveaway_id, player_id)
select distinct g.id, c.actor_id from giveaways g
join admin_changes c on c.subject = 'giveaway:' || g.id and c.action in ('giveaway.create', 'giveaway.update')
on conflict do nothing;
delete from giveaway_entries entry using giveaway_editors e, giveaways g
where e.giveaway_id = entry.giveaway_id and e.player_id = entry.player_id and g.id = entry.giveaway_id
  and g.drawn_at is null;
