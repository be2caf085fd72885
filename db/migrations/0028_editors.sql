-- Anyone who created or edited an event or a giveaway gets nothing from it (docs/rules.md, Events and Giveaways), for good: also
-- once they are no administrator any more.
create table event_editors (
  event_id uuid not null references events (id),
  player_id uuid not null references players (id),
  primary key (event_id, player_id)
);
create table giveaway_editors (
  giveaway_id uuid not null references giveaways (id),
  player_id uuid not null references players (id),
  primary key (giveaway_id, player_id)
);

-- Those of before are in the log of changes.
insert into event_editors (event_id, player_id)
select distinct e.id, c.actor_id from events e
join admin_changes c on c.subject = 'event:' || e.id and c.action in ('event.create', 'event.update');
insert into giveaway_editors (giveaway_id, player_id)
select distinct g.id, c.actor_id from giveaways g
join admin_changes c on c.subject = 'giveaway:' || g.id and c.action in ('giveaway.create', 'giveaway.update');
delete from giveaway_entries entry using giveaway_editors e, giveaways g
where e.giveaway_id = entry.giveaway_id and e.player_id = entry.player_id and g.id = entry.giveaway_id
  and g.drawn_at is null;

-- Counted on the overview by the day of the replacement.
create index gift_card_codes_replaced_at on gift_card_codes (replaced_at) where replaced_at is not null;
