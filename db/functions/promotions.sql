-- Rewards of promotions.

-- A process of an old version would pay the whole rest at once. Trigger of events.
create or replace function refuse_completion_while_sending() returns trigger
language plpgsql as $$
begin
  if exists (select from event_payouts where event_id = new.id and finished_at is null) then
    raise exception 'the rewards of event % are still being sent', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
