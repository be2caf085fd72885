-- How many entered a giveaway.
create function count_giveaway_entries() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('giveaway entries', array_agg(giveaway_id::text), array_agg(entries))
  from (
    select giveaway_id, case tg_op when 'INSERT' then count(*) else -count(*) end as entries from changed group by 1
  ) c
  having count(*) > 0;
  return null;
end $$;

create trigger giveaway_entries_counted after insert on giveaway_entries
  referencing new table as changed for each statement execute function count_giveaway_entries();
create trigger giveaway_entries_uncounted after delete on giveaway_entries
  referencing old table as changed for each statement execute function count_giveaway_entries();

insert into row_counters (counter, subject, stripe, amount)
select 'giveaway entries', giveaway_id::text, 0, count(*) from giveaway_entries group by giveaway_id;

-- A draw reads the entries in this order, and so does who works it out again.
create index giveaway_entries_in_order on giveaway_entries (giveaway_id, entry);
