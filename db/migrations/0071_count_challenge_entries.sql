-- How many attempts there were at a challenge.
create function count_challenge_entry() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('challenge entries', array[new.challenge_id::text], array[1]);
  return null;
end $$;

create trigger attempts_entered after insert on attempts
  for each row when (not new.is_practice) execute function count_challenge_entry();

insert into row_counters (counter, subject, stripe, amount)
select 'challenge entries', challenge_id::text, 0, count(*) from attempts where not is_practice group by challenge_id;
