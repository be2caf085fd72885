-- What a database that was restored to an earlier moment must not forget (docs/operate.md, Backups): pauses from playing, webhooks
-- that were turned off or removed, changes that were declined, and cards that were sent another way. Triggers note it in the
-- journal, so that no code path can forget to.
create function note_in_journal() returns trigger
language plpgsql as $$
declare
  entry jsonb := jsonb_build_object('kind', tg_argv[0], 'changedAt',
    to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  written jsonb := to_jsonb(new);
begin
  for n in 1 .. tg_nargs - 1 by 2 loop
    entry := entry || jsonb_build_object(tg_argv[n], written -> tg_argv[n + 1]);
  end loop;
  perform enqueue_job('note-in-journal', jsonb_build_object('entry', entry), null);
  return null;
end $$;

create trigger play_pauses_noted after insert on play_pauses for each row
  execute function note_in_journal('paused', 'playerId', 'player_id', 'until', 'until_at');
create trigger webhook_endpoints_noted after update of deleted_at, off_since on webhook_endpoints for each row
  when (old.deleted_at is distinct from new.deleted_at or old.off_since is distinct from new.off_since)
  execute function note_in_journal('webhook', 'endpointId', 'id', 'deletedAt', 'deleted_at', 'offReason', 'off_reason');
create trigger approvals_declined after update of status on approvals for each row
  when (old.status = 'waiting' and new.status not in ('waiting', 'carried_out'))
  execute function note_in_journal('declined', 'approvalId', 'id', 'status', 'status');
create trigger purchases_elsewhere after update of is_elsewhere on purchases for each row
  when (old.is_elsewhere <> new.is_elsewhere)
  execute function note_in_journal('sent-elsewhere', 'purchaseId', 'id', 'isElsewhere', 'is_elsewhere');
