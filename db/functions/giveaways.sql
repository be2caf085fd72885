-- Protects what must not change.

-- After the first entry the terms are fixed, for any code. Trigger of giveaways.
create or replace function keep_giveaway_terms() returns trigger
language plpgsql as $$
begin
  if (new.title, new.prize_type, new.prize_amount, new.winner_count, new.starts_at, new.ends_at, new.seed, new.commitment)
      is distinct from
     (old.title, old.prize_type, old.prize_amount, old.winner_count, old.starts_at, old.ends_at, old.seed, old.commitment)
    and exists (select from giveaway_entries where giveaway_id = old.id)
  then
    raise exception 'the terms of giveaway % are fixed: players have entered it', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- After the draw entries are fixed: the only change left is that a prize is paid. Trigger of giveaway_entries.
create or replace function keep_drawn_entries() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.won_as is not null and old.paid_at is null
    and (new.giveaway_id, new.player_id, new.entry, new.entered_at, new.won_as)
      is not distinct from (old.giveaway_id, old.player_id, old.entry, old.entered_at, old.won_as)
  then
    return new;
  end if;
  if exists (select from giveaways where id = coalesce(new.giveaway_id, old.giveaway_id) and drawn_at is not null) then
    raise exception 'the giveaway was drawn: its entries are final' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

-- Counts entries as they come and go. Trigger of giveaway_entries.
create or replace function count_giveaway_entries() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('giveaway entries', array_agg(giveaway_id::text), array_agg(entries))
  from (
    select giveaway_id, case tg_op when 'INSERT' then count(*) else -count(*) end as entries from changed group by 1
  ) c
  having count(*) > 0;
  return null;
end $$;

-- For processes of the previous version, which read and write giveaway_editors. Triggers of giveaway_editors and editors.
create or replace function copy_giveaway_editor() returns trigger language plpgsql as $$
begin
  perform record_editor('giveaway:' || new.giveaway_id, new.player_id, now());
  return null;
end $$;

create or replace function keep_giveaway_editor() returns trigger language plpgsql as $$
begin
  insert into giveaway_editors (giveaway_id, player_id) values (split_part(new.subject, ':', 2)::uuid, new.player_id)
  on conflict do nothing;
  return null;
end $$;
