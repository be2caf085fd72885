-- Trigger of webhook_sends: adds the job that sends what waits, or replaces it. Each endpoint has its own queue, so that a slow one
-- holds up no other.
create or replace function deliver_webhook() returns trigger
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
