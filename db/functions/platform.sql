-- What every feature stands on: kept answers, jobs, live events, and tables that only grow.

-- The answer that was kept for a request, and whether the request had the same input; no row where there is none yet.
create or replace function find_answer(p_player uuid, p_key text, p_input_hash bytea)
returns table (is_same_input boolean, answer jsonb)
language sql stable as $$
  select a.input_hash = p_input_hash, a.answer from idempotent_answers a where a.player_id = p_player and a.key = p_key
$$;

-- Keeps an answer for replays, in the transaction of its effect. Another request with the key that was first makes this
-- fail at idempotent_answers_idempotency.
create or replace function keep_answer(p_player uuid, p_key text, p_input_hash bytea, p_answer jsonb) returns void
language plpgsql as $$
begin
  insert into idempotent_answers (player_id, key, input_hash, answer) values (p_player, p_key, p_input_hash, p_answer);
end $$;

-- Tells of something once the transaction commits. NOTIFY within a transaction takes a lock of the whole server for as long as the
-- commit is written to disk, so that those that notify are written one after the other. Where the process that asks tells after the commit
-- (server/platform/db/told-after.ts) it is only told here what to tell; rolled back, that is told for nothing.
create or replace function tell_after_commit(p_channel text, p_payload text) returns void
language plpgsql as $$
begin
  if current_setting('finalring.tells_after', true) = 'on' then
    raise info using message = 'tell after the commit', detail = p_channel || ' ' || p_payload;
  else
    perform pg_notify(p_channel, p_payload);
  end if;
end $$;

-- Tells what was committed: of players only the processes that hold streams of theirs, of new jobs in one go, the rest as it is.
create or replace function tell_committed(p_players uuid[], p_jobs integer, p_channels text[], p_payloads text[]) returns void
language plpgsql as $$
begin
  perform pg_notify('live_' || held.process, held.players)
  from (
    select process, string_agg(player_id::text, ' ') as players from live_holders
    where player_id = any (p_players) group by process
  ) held;
  if p_jobs > 0 then
    perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', p_jobs)::text);
  end if;
  perform pg_notify(channel, payload) from unnest(p_channels, p_payloads) as told (channel, payload);
end $$;

-- Enqueues a job that starts once the transaction commits (server/platform/jobs/outbox.ts). With a key it replaces the
-- waiting job of that key. `p_request_id` goes into the payload, where server/platform/jobs/traced-tasks.ts looks for it.
create or replace function enqueue_job(
  p_task text, p_payload jsonb, p_request_id text, p_run_at timestamptz default null, p_key text default null,
  p_max_attempts integer default null, p_priority integer default null
) returns void
language plpgsql as $$
begin
  -- As add_job does it where there is no key, but for its NOTIFY.
  if p_key is null and current_setting('finalring.tells_after', true) = 'on' then
    insert into graphile_worker._private_tasks (identifier)
    select p_task where not exists (select from graphile_worker._private_tasks where identifier = p_task)
    on conflict do nothing;
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
    select id, (p_payload || jsonb_strip_nulls(jsonb_build_object('_requestId', p_request_id)))::json,
      coalesce(p_run_at, now()), coalesce(p_max_attempts, 25), coalesce(p_priority, 0)
    from graphile_worker._private_tasks where identifier = p_task;
    perform tell_after_commit('jobs:insert', '');
    return;
  end if;
  -- graphile-worker takes the key from a running job by using up its tries: killed right after this commits, or failed, it
  -- would count as failed for good although all goes well.
  if p_key is not null then
    update graphile_worker._private_jobs set key = null where key = p_key and locked_at is not null;
  end if;
  perform graphile_worker.add_job(identifier => p_task,
    payload => (p_payload || jsonb_strip_nulls(jsonb_build_object('_requestId', p_request_id)))::json,
    run_at => p_run_at, job_key => p_key, max_attempts => p_max_attempts, priority => p_priority);
end $$;

-- Tells one player's open pages. Ids must be committed in order within a player, or a resuming client would skip the one
-- that commits late: hence the advisory lock around taking the id, and call it last. Only ids are told.
create or replace function publish_live_event(for_player uuid, event_name text, event_data jsonb) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7414, hashtext(for_player::text));
  -- Dated by now, not by the beginning of the transaction: pages ask how long nothing was told.
  insert into live_events (player_id, name, data, created_at)
  values (for_player, event_name, event_data, clock_timestamp());
  perform tell_after_commit('live', for_player::text);
end $$;

-- The same for many players. Their locks are taken in one order.
create or replace function publish_live_events(for_players uuid[], event_name text, event_data jsonb[]) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7414, turn.lock)
  from (select distinct hashtext(player_id::text) as lock from unnest(for_players) player_id order by lock) turn;
  insert into live_events (player_id, name, data, created_at)
  select player_id, event_name, data, clock_timestamp()
  from unnest(for_players, event_data) with ordinality as e (player_id, data, place) order by place;
  perform tell_after_commit('live', told.player_id::text)
  from (select distinct player_id from unnest(for_players) player_id) told;
end $$;

-- Tells every open page at once; kept nowhere. Of several about the same subject the last one may stand for all.
create or replace function publish_live_broadcast(event_name text, event_subject text, event_data jsonb) returns void
language sql as $$
  select tell_after_commit('live_all',
    jsonb_build_object('name', event_name, 'subject', event_subject, 'data', event_data)::text)
$$;

-- Triggers of the tables that are append-only.
create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Trigger of admin_changes: append-only, but what it says of a person may be taken out.
create or replace function refuse_all_but_taking_out() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - array['before', 'after', 'address'] = to_jsonb(old) - array['before', 'after', 'address']
    and coalesce(old.before @> new.before, old.before is null and new.before is null)
    and coalesce(old.after @> new.after, old.after is null and new.after is null)
    and new.address in ('', old.address)
  then
    return new;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- The text that a search of the audit log looks at. The index admin_changes_words is made of it: a change of what it
-- answers needs a migration that builds that index again.
create or replace function audit_words(action text, subject text, reason text, before jsonb, after jsonb) returns text
language sql immutable parallel safe as $$
  select lower(action || ' ' || subject || ' ' || coalesce(reason, '') || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;

-- What administrators changed, as the audit log shows it.
create or replace view recorded_changes as
select id, actor_id, action, subject, before, after, coalesce(reason, '') as reason, address, created_at,
  audit_words(action, subject, reason, before, after) as words
from admin_changes;

-- Counts more, or less, of several subjects. Subjects are locked in one order. A connection always writes to its own stripe,
-- which few others share.
create or replace function add_to_counter(p_counter text, p_subjects text[], p_amounts bigint[]) returns void
language sql as $$
  insert into row_counters as c (counter, subject, stripe, amount)
  select p_counter, subject, pg_backend_pid() % 32, amount
  from unnest(p_subjects, p_amounts) as more (subject, amount) where amount <> 0 order by subject
  on conflict (counter, subject, stripe) do update set amount = c.amount + excluded.amount
$$;

-- What is counted of a subject.
create or replace function counter_amount(p_counter text, p_subject text) returns bigint
language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from row_counters where counter = p_counter and subject = p_subject
$$;
