-- Administrators' changes and looks at codes, as one list.

-- Ids of both ascend with time.
create or replace view audit_log as
select id, actor_id, action, subject, before, after, coalesce(reason, '') as reason, address, created_at,
  audit_words(action, subject, reason, before, after) as words
from admin_changes
union all
select id, viewer_id, 'gift-card.reveal', 'gift-card-code:' || code_id, null, null, '', address, revealed_at,
  'gift-card.reveal'
from code_reveals;
