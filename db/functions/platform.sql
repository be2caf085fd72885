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

-- Whether channel, blank and payload will arrive unchanged: the process splits a message at line breaks, and NOTIFY carries less
-- than 8,000 bytes. Checked in advance, since after the commit nobody could be told of a failure.
create or replace function is_tellable(p_line text) returns boolean
language sql immutable as $$
  select strpos(p_line, E'\n') = 0 and octet_length(substr(p_line, strpos(p_line, ' ') + 1)) < 8000
$$;

-- Sends a notification once the transaction commits. NOTIFY within a transaction holds a lock of the whole server until the commit
-- is on disk, so notifying transactions commit one after the other. If the calling process notifies after the commit itself
-- (server/platform/db/told-after.ts), this only hands it the notification; a rollback discards it.
create or replace function tell_after_commit(p_channel text, p_payload text) returns void
language plpgsql as $$
begin
  if not is_tellable(p_channel || ' ' || p_payload) then
    raise exception 'too long to be told on %, or of several lines', p_channel using errcode = 'invalid_parameter_value';
  end if;
  if current_setting('finalring.tells_after', true) = 'on' then
    raise info using message = 'tell after the commit', detail = p_channel || ' ' || p_payload;
  else
    perform pg_notify(p_channel, p_payload);
  end if;
end $$;

-- The same for several, each as a line of channel, blank and payload. They go in one message if the process says that it splits
-- them, since each message to it is a packet of its own.
create or replace function tell_lines_after_commit(p_lines text[]) returns void
language plpgsql as $$
declare
  untold text;
begin
  select line into untold from unnest(p_lines) line where not is_tellable(line) limit 1;
  if found then
    raise exception 'too long to be told on %, or of several lines', split_part(untold, ' ', 1)
      using errcode = 'invalid_parameter_value';
  end if;
  if current_setting('finalring.tells_lines', true) = 'on' then
    raise info using message = 'tell after the commit', detail = array_to_string(p_lines, E'\n');
  else
    perform tell_after_commit(split_part(line, ' ', 1), substr(line, strpos(line, ' ') + 1)) from unnest(p_lines) line;
  end if;
end $$;

-- Notifies of what was committed: of players only the processes with their streams, of new jobs once for all, of the rest as is.
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

-- Keeps others from publishing to these players' open pages until the transaction ends: a player's event ids must commit in order,
-- or a resuming client would skip one that commits late. Call it last; locks of several players are taken in one order. Read the
-- state that an event reports afterwards, in a statement of its own: the one that waits for the lock has an older snapshot.
create or replace function lock_live_events(for_players uuid[]) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7414, turn.lock)
  from (select distinct hashtext(player_id::text) as lock from unnest(for_players) player_id order by lock) turn;
end $$;

-- Tells one player's open pages. Call it last: it holds their lock. Only ids are told.
create or replace function publish_live_event(for_player uuid, event_name text, event_data jsonb) returns void
language plpgsql as $$
begin
  perform lock_live_events(array[for_player]);
  -- Dated by the clock, not by the beginning of the transaction: pages ask how long ago the last event was.
  insert into live_events (player_id, name, data, created_at)
  values (for_player, event_name, event_data, clock_timestamp());
  perform tell_after_commit('live', for_player::text);
end $$;

-- The same for many players.
create or replace function publish_live_events(for_players uuid[], event_name text, event_data jsonb[]) returns void
language plpgsql as $$
begin
  perform lock_live_events(for_players);
  insert into live_events (player_id, name, data, created_at)
  select player_id, event_name, data, clock_timestamp()
  from unnest(for_players, event_data) with ordinality as e (player_id, data, place) order by place;
  perform tell_after_commit('live', told.player_id::text)
  from (select distinct player_id from unnest(for_players) player_id) told;
end $$;

-- Stores several events of one player, in order, without notifying: tell_lines_after_commit does that, with 'live ' and the player's id.
create or replace function log_live_events(for_player uuid, event_names text[], event_data jsonb[]) returns void
language plpgsql as $$
begin
  perform lock_live_events(array[for_player]);
  insert into live_events (player_id, name, data, created_at)
  select for_player, name, data, clock_timestamp()
  from unnest(event_names, event_data) with ordinality as e (name, data, place) order by place;
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

-- The first id that `uuidv7()` could make at a moment.
create or replace function first_id_of(at timestamptz) returns uuid
language sql stable parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The first id of a month of tables whose ids are (months since 2020-01) * 10^11 + n. Whole numbers in JavaScript too.
create or replace function first_number_of(month date) returns bigint
language sql immutable parallel safe as $$
  select ((extract(year from month)::bigint - 2020) * 12 + extract(month from month)::bigint - 1) * 100000000000
$$;

-- Trigger of a part that is being archived.
create or replace function refuse_closed_month() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: that month is being archived', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- Tries for a lock repeatedly, briefly each time, so that nobody queues behind it for long; the transaction's work so far is kept.
create or replace function lock_in_steps(p_table text) returns void
language plpgsql as $$
begin
  for tried in 1..40 loop
    begin
      -- Every eighth time for longer than the second after which PostgreSQL ends a vacuum of its own that is in the way.
      perform set_config('lock_timeout', case when tried % 8 = 0 then '1300' else '400' end, true);
      execute format('lock table %I in access exclusive mode', p_table);
      return;
    exception when lock_not_available or deadlock_detected then
      if tried = 40 then
        raise;
      end if;
      perform pg_sleep(1);
    end;
  end loop;
end $$;

-- Partitions of tables partitioned by month, each with the last month that it holds; the default partition has no month.
create or replace view month_parts as
select p.relname::text as table_name, c.relname::text as part,
  to_date(substring(c.relname from '\d{4}_\d{2}$'), 'YYYY_MM') as month
from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
where c.relnamespace = to_regnamespace('months') and c.relkind = 'r';

-- Gives a partition its table's statement triggers: PostgreSQL does not inherit them, and statements can name a partition too.
create or replace function guard_month_part(p_table text, p_part text) returns void
language plpgsql as $$
declare
  each record;
begin
  for each in
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = to_regclass(p_table) and tgtype & 1 = 0
  loop
    execute regexp_replace(each.definition, ' ON \S+ ', format(' ON months.%I ', p_part));
  end loop;
end $$;

-- Whether a table is partitioned by ids that count months. Its first partition then ends with the month before it was partitioned.
create or replace function is_numbered(p_table text) returns boolean
language sql stable as $$
  select exists (
    select from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
    where t.partrelid = to_regclass(p_table) and a.atttypid = 'bigint'::regtype)
$$;

-- Moves the table's sequence on to the ids of this month, and never back. An insert that runs meanwhile may still get an id of the
-- month before.
create or replace function number_by_month(p_table text) returns boolean
language plpgsql as $$
declare
  numbers text;
  first bigint := first_number_of(date_trunc('month', now() at time zone 'UTC')::date);
begin
  if not is_numbered(p_table) then
    return false;
  end if;
  select pg_get_serial_sequence(p_table, a.attname) into strict numbers
  from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
  where t.partrelid = to_regclass(p_table);
  -- One at a time: between the look and the move another could move the sequence, and its ids would be drawn twice.
  perform pg_advisory_xact_lock(hashtextextended('number_by_month', 0));
  if pg_sequence_last_value(numbers) >= first - 1 then
    return false;
  end if;
  perform setval(numbers, first - 1);
  return true;
end $$;

-- Creates a month's partition (named by its first day, UTC) unless it exists; its rows in the default partition move there.
create or replace function add_month(p_table text, p_month date) returns boolean
language plpgsql as $$
declare
  month_part text := p_table || to_char(p_month, '_YYYY_MM');
  other text := p_table || '_other';
  starts timestamptz := p_month::timestamp at time zone 'UTC';
  ends timestamptz := (p_month + interval '1 month') at time zone 'UTC';
  key record;
  low text;
  high text;
  is_any boolean;
begin
  -- If there is none, another call may be creating it: wait for its lock, and look again.
  for looked in 1..2 loop
    if exists (
      select from month_parts m
      where m.table_name = p_table and (m.part = month_part or m.part ~ '_to_\d{4}_\d{2}$'
        and (m.month > p_month or m.month = p_month and not is_numbered(p_table)))
    ) then
      return false;
    end if;
    execute format('lock table months.%I in access exclusive mode', other);
  end loop;
  select a.attname, a.atttypid = 'uuid'::regtype as is_id into strict key
  from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
  where t.partrelid = to_regclass(p_table);
  if is_numbered(p_table) then
    low := first_number_of(p_month);
    high := first_number_of((p_month + interval '1 month')::date);
  elsif key.is_id then
    low := first_id_of(starts);
    high := first_id_of(ends);
  else
    low := to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
    high := to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
  end if;

  execute format('create table months.%I (like %I including defaults including constraints including indexes)', month_part, p_table);
  execute format('select exists (select from months.%I where %I >= %L and %2$I < %4$L)', other, key.attname, low, high) into is_any;
  if is_any then
    execute format('alter table months.%I disable trigger user', other);
    execute format('with gone as (delete from months.%I where %I >= %L and %2$I < %4$L returning *)
      insert into months.%5$I select * from gone', other, key.attname, low, high, month_part);
    execute format('alter table months.%I enable trigger user', other);
  end if;
  execute format('alter table %I attach partition months.%I for values from (%L) to (%L)', p_table, month_part, low, high);
  perform guard_month_part(p_table, month_part);
  return true;
end $$;
