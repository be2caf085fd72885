-- How many have a role. Deleted accounts have none.
create function count_holders() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    perform add_to_counter('role holders', array[old.role], array[-1]);
  end if;
  if new.deleted_at is null then
    perform add_to_counter('role holders', array[new.role], array[1]);
  end if;
  return null;
end $$;

create trigger players_counted after insert on players for each row execute function count_holders();
create trigger players_recounted after update of role, deleted_at on players
  for each row when (old.role <> new.role or old.deleted_at is distinct from new.deleted_at)
  execute function count_holders();

insert into row_counters (counter, subject, stripe, amount)
select 'role holders', role, 0, count(*) from players where deleted_at is null group by role;
