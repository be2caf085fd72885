-- What administrators changed and which codes were looked at, as one list. Ids of both ascend with time.
create or replace view audit_log as
select id, actor_id, action, subject, before, after, reason, address, created_at, words from recorded_changes
union all
select id, actor_id, action, subject, before, after, reason, address, created_at, words from recorded_reveals;
