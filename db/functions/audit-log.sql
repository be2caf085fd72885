-- Administrators' changes and looks at codes, as one list. Ids of both ascend with time. Only looks have a `code_id`: a
-- query for a subject also gives the `code_id` that it stands for, so that looks at other codes are not read.
create or replace view audit_log as
select id, actor_id, action, subject, before, after, reason, address, created_at, words, null::uuid as code_id
from recorded_changes
union all
select id, actor_id, action, subject, before, after, reason, address, created_at, words, code_id from recorded_reveals;
