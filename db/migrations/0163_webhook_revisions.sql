-- A restore brings back the address and the secret that a webhook had. The journal learns of each change by a revision, so that such a
-- webhook is turned off again (docs/operate.md, Backups): the address itself may hold a secret, and the journal has none.
alter table webhook_endpoints add column revision uuid;
update webhook_endpoints set revision = id;
alter table webhook_endpoints alter column revision set default uuidv7(), alter column revision set not null;
drop trigger webhook_endpoints_noted on webhook_endpoints;
create trigger webhook_endpoints_noted after update of deleted_at, off_since, revision on webhook_endpoints
  for each row when (old.deleted_at is distinct from new.deleted_at or old.off_since is distinct from new.off_since
    or old.revision <> new.revision)
  execute function note_in_journal('webhook', 'endpointId', 'id', 'deletedAt', 'deleted_at', 'offReason', 'off_reason',
    'revision', 'revision');
