-- Each send of a webhook that waits has its own job (docs/rules.md, Outgoing webhooks). A trigger adds it, so that a send which a
-- process of the previous release records or postpones during an upgrade has one too.
create function deliver_webhook() returns trigger
language plpgsql as $$
declare
  send_key text := 'deliver-webhook:' || new.id;
begin
  -- A running job ends under no key: see enqueue_job.
  update graphile_worker._private_jobs set key = null where key = send_key and locked_at is not null;
  perform graphile_worker.add_job('deliver-webhook', json_build_object('sendId', new.id),
    queue_name => 'webhook:' || new.endpoint_id, run_at => new.next_try_at, job_key => send_key, priority => 10);
  return null;
end $$;
create trigger webhook_sends_deliver after insert or update of next_try_at on webhook_sends for each row
  when (new.status = 'waiting') execute function deliver_webhook();
