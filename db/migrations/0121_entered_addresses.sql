-- Addresses that administrators entered, as far as the log goes back.
update players p set is_email_entered = true
from (
  select distinct on (subject) subject, after ->> 'email' as email from admin_changes
  where action = 'user.update' and after ? 'email'
  order by subject, id desc
) entered
where entered.subject = 'user:' || p.id and entered.email = p.email and p.erased_at is null;
