-- Wins that players let the front page show are served from memory, with the list of challenges beside them: what is
-- listed, and what no longer is, is told like a change of a challenge.
create trigger shared_receipts_listed
  after insert or update on shared_receipts
  for each row when (new.is_listed) execute function notify_challenges();
create trigger shared_receipts_unlisted
  after update or delete on shared_receipts
  for each row when (old.is_listed) execute function notify_challenges();
