-- Two people agreed on what this event pays, so it counts against no limit of the day (docs/rules.md, Coin limits). For processes of
-- the previous version, which do not know of it, nothing changes.
alter table events add column is_approved boolean not null default false;

-- Of those that were approved before: changes by their subject; those approved when they were made by the log of changes.
update events set is_approved = true where not is_completed and deleted_at is null and (
  exists (
    select from approvals a where a.operation = 'event.update' and a.subject = 'event:' || events.id
      and a.status = 'carried_out' and a.decided_by is not null)
  or exists (
    select from admin_changes c join approvals a on a.operation = 'event.create' and a.actor_id = c.actor_id
      and a.status = 'carried_out' and a.decided_by is not null and a.after ->> 'title' = c.after ->> 'title'
      and c.created_at between a.decided_at - interval '1 minute' and a.decided_at + interval '1 minute'
    where c.subject = 'event:' || events.id and c.action = 'event.create'));
