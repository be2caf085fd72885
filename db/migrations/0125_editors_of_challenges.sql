-- Those who made and changed challenges before are in the log of changes, those who approved a change of one in the list of
-- what waited. A challenge that was approved when it was made has its approver by the time of both.
insert into editors (subject, player_id, edited_at)
select subject, player_id, max(at) from (
  select subject, actor_id as player_id, created_at as at from admin_changes
  where action in ('challenge.create', 'challenge.change')
  union all
  select subject, decided_by, decided_at from approvals
  where operation = 'challenge.change' and status = 'carried_out' and decided_by is not null
  union all
  select c.subject, a.decided_by, a.decided_at from approvals a
  join admin_changes c on c.action = 'challenge.create' and c.actor_id = a.actor_id
    and c.after ->> 'description' = a.after ->> 'description'
    and c.created_at between a.decided_at - interval '1 minute' and a.decided_at + interval '1 minute'
  where a.operation = 'challenge.create' and a.status = 'carried_out' and a.decided_by is not null
) edits
group by subject, player_id
on conflict do nothing;
