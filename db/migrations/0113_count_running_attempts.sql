-- How many attempts at a challenge run.
create function count_running_attempt() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('running attempts', array[new.challenge_id::text],
    array[case when new.completed_at is null then 1 else -1 end]);
  return null;
end $$;

create trigger attempts_begun after insert on attempts
  for each row when (new.completed_at is null) execute function count_running_attempt();
create trigger attempts_ended after update of completed_at on attempts
  for each row when ((old.completed_at is null) <> (new.completed_at is null))
  execute function count_running_attempt();

insert into row_counters (counter, subject, stripe, amount)
select 'running attempts', challenge_id::text, 0, count(*) from attempts where completed_at is null
group by challenge_id;
