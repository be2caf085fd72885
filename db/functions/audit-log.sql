-- What administrators changed and which codes were looked at, as one list. Ids of both ascend with time. Only looks have a
-- `code_id`: who asks for a subject says of it what it can be, so that looks at other codes are not read.
create or replace view audit_log as
select id, actor_id, action, subject, before, after, reason, address, created_at, words, null::uuid as code_id
from recorded_changes
union all
select id, actor_id, action, subject, before, after, reason, address, created_at, words, code_id from recorded_reveals;
