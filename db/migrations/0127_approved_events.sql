-- Two people agreed on what this event pays, so it counts against no limit of the day (docs/rules.md, Coin limits).
alter table events add column is_approved boolean not null default false;

-- Of those that were approved before: changes by their subject; those approved when they were made by the log of changes.
-- Not where the log has a further change, which may be one person's alone.
update events set is_approved = true where not is_completed and deleted_at is null and (
  exists (
    select from approvals a where a.operation = 'event.update' and a.subject = 'event:' || events.id
      and a.status = 'carried_out' and a.decided_by is not null
      and (
        select count(*) from admin_changes c where c.subject = a.subject and c.action = 'event.update'
          and c.created_at >= a.decided_at - interval '1 minute') = 1)
  or exists (
    select from admin_changes c join approvals a on a.operation = 'event.create' and a.actor_id = c.actor_id
      and a.status = 'carried_out' and a.decided_by is not null and a.after ->> 'title' = c.after ->> 'title'
      and c.created_at between a.decided_at - interval '1 minute' and a.decided_at + interval '1 minute'
    where c.subject = 'event:' || events.id and c.action = 'event.create'
      and not exists (
        select from admin_changes later where later.subject = c.subject and later.action = 'event.update')));

-- Processes of the previous version change what an event pays without a word of this.
create function withdraw_event_approval() returns trigger
language plpgsql as $$
begin
  new.is_approved := false;
  return new;
end $$;

create trigger events_approval_withdrawn before update of triggers, starts_at, ends_at, leaderboard_rewards, auto_run,
  reward_currency, reward_amount, multiplier, user_cap, daily_cap, budget on events
  for each row when (old.is_approved and (
    old.triggers, old.starts_at, old.ends_at, old.leaderboard_rewards, old.auto_run,
    old.reward_currency, old.reward_amount, old.multiplier, old.user_cap, old.daily_cap, old.budget) is distinct from (
    new.triggers, new.starts_at, new.ends_at, new.leaderboard_rewards, new.auto_run,
    new.reward_currency, new.reward_amount, new.multiplier, new.user_cap, new.daily_cap, new.budget))
  execute function withdraw_event_approval();
