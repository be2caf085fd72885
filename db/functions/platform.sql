-- What every feature stands on: kept answers, jobs, tables that only grow, and counters.

-- The answer that was kept for a request, and whether that request had the same input; no row if there is none yet.
create or replace function find_answer(p_player uuid, p_key text, p_input_hash bytea)
returns table (is_same_input boolean, answer jsonb)
language sql stable as $$
  select a.input_hash = p_input_hash, a.answer from idempotent_answers a where a.player_id = p_player and a.key = p_key
$$;

-- Keeps an answer for replays, in the transaction of its effect. If another request with the same key was first, this
-- fails at idempotent_answers_idempotency.
create or replace function keep_answer(p_player uuid, p_key text, p_input_hash bytea, p_answer jsonb) returns void
language plpgsql as $$
begin
  insert into idempotent_answers (player_id, key, input_hash, answer) values (p_player, p_key, p_input_hash, p_answer);
end $$;

-- Adds a job without a key, as graphile-worker's add_job does, but without its NOTIFY.
create or replace function put_job(
  p_task text, p_payload jsonb, p_request_id text, p_run_at timestamptz default null,
  p_max_attempts integer default null, p_priority integer default null
) returns void
language plpgsql as $$
begin
  loop
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
    select id, (p_payload || jsonb_strip_nulls(jsonb_build_object('_requestId', p_request_id)))::json,
      coalesce(p_run_at, now()), coalesce(p_max_attempts, 25), coalesce(p_priority, 0)
    from graphile_worker._private_tasks where identifier = p_task;
    exit when found;
    insert into graphile_worker._private_tasks (identifier) values (p_task) on conflict do nothing;
  end loop;
end $$;

-- Enqueues a job that starts once the transaction commits (server/platform/jobs/outbox.ts). With a key it replaces the
-- waiting job of that key. `p_request_id` goes into the payload, where server/platform/jobs/traced-tasks.ts looks for it.
create or replace function enqueue_job(
  p_task text, p_payload jsonb, p_request_id text, p_run_at timestamptz default null, p_key text default null,
  p_max_attempts integer default null, p_priority integer default null
) returns void
language plpgsql as $$
begin
  -- What add_job does if there is no key, but without its NOTIFY.
  if p_key is null and current_setting('finalring.tells_after', true) = 'on' then
    perform put_job(p_task, p_payload, p_request_id, p_run_at, p_max_attempts, p_priority);
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

-- Triggers of append-only tables.
create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Trigger of tables that are kept for a while (docs/retention.md): append-only, except that rows may be deleted when they are
-- older than three months, by the column that the trigger names.
create or replace function refuse_all_but_forgetting() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and (to_jsonb(old) ->> tg_argv[0])::timestamptz < now() - interval '3 months' then
    return old;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Trigger of admin_changes: the same, and personal data may be removed.
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
  if tg_op = 'DELETE' and old.created_at < now() - interval '3 months' then
    return old;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- An id that sorts by the time it was made (RFC 9562, UUID version 7; the 12 bits after the milliseconds hold the microseconds).
-- PostgreSQL has such a function since version 18, and we support 15.
create or replace function make_uuidv7() returns uuid
language sql volatile parallel safe as $$
  select encode(set_byte(set_byte(set_byte(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send(us / 1000) from 3) from 1 for 6),
      6, (7 << 4) | (us % 1000 * 4096 / 1000 >> 8)::integer),
      7, (us % 1000 * 4096 / 1000 & 255)::integer),
      8, get_byte(uuid_send(gen_random_uuid()), 8) & 63 | 128), 'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) now
$$;

-- The moment at which an id of `make_uuidv7()` was made, in whole milliseconds.
create or replace function uuidv7_time(id uuid) returns timestamptz
language sql immutable strict parallel safe as $$
  select to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
$$;

-- A whole number from `low` to `high`, both included, each as likely. No secret: use pgcrypto or Node for those.
create or replace function random_integer(low integer, high integer) returns integer
language sql volatile parallel safe as $$
  select low + floor(random() * (high - low + 1))::integer
$$;

-- The lowest id that `make_uuidv7()` could make at a moment.
create or replace function first_id_of(at timestamptz) returns uuid
language sql stable parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The text that a search of the audit log looks at. The index admin_changes_words is built on it: changing its result
-- needs a migration that rebuilds that index.
create or replace function audit_words(action text, subject text, reason text, before jsonb, after jsonb) returns text
language sql immutable parallel safe as $$
  select lower(action || ' ' || subject || ' ' || coalesce(reason, '') || ' '
    || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;

-- Administrators' changes, as the audit log shows them.
create or replace view recorded_changes as
select id, actor_id, action, subject, before, after, coalesce(reason, '') as reason, address, created_at,
  audit_words(action, subject, reason, before, after) as words
from admin_changes;

-- Adds (or subtracts) counts of several subjects, locking them in a fixed order. A connection always writes to its own
-- stripe, which few others share.
create or replace function add_to_counter(p_counter text, p_subjects text[], p_amounts bigint[]) returns void
language sql as $$
  insert into row_counters as c (counter, subject, stripe, amount)
  select p_counter, subject, pg_backend_pid() % 32, amount
  from unnest(p_subjects, p_amounts) as more (subject, amount) where amount <> 0 order by subject
  on conflict (counter, subject, stripe) do update set amount = c.amount + excluded.amount
$$;

-- The current count of a subject.
create or replace function counter_amount(p_counter text, p_subject text) returns bigint
language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from row_counters where counter = p_counter and subject = p_subject
$$;

-- Records who changed or approved something (server/platform/db/editors.ts). A later edit counts from then.
create or replace function record_editor(p_subject text, p_player uuid, p_at timestamptz) returns void
language sql as $$
  insert into editors as known (subject, player_id, edited_at) values (p_subject, p_player, p_at)
  on conflict (subject, player_id) do update set edited_at = greatest(known.edited_at, excluded.edited_at)
$$;

-- Whether a player changed or approved something since then, for statements of features.
create or replace function is_editor(p_subject text, p_player uuid, p_since timestamptz) returns boolean
language sql stable as $$
  select exists (select from editors where subject = p_subject and player_id = p_player and edited_at >= p_since)
$$;

-- Notes in the journal, once this transaction has committed, what a restore must not forget. Arguments: the kind of entry,
-- then pairs of a key and its column. Trigger of play_pauses, webhook_endpoints, approvals and purchases.
create or replace function note_in_journal() returns trigger
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
