-- A job for each send that is waiting during the upgrade. A migration of its own, so that nobody waits for the lock that the trigger
-- before took.
update webhook_sends set next_try_at = next_try_at where status = 'waiting';
