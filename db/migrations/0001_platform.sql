-- What every feature stands on: answers kept for replays, live updates, shared rate limits.

create type currency as enum ('GC', 'XP', 'REFERRAL_TOKEN');

-- The first answer to a request with an Idempotency-Key, written in the transaction of its effect.
create table idempotent_answers (
  player_id uuid not null,
  key text not null,
  input_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  constraint idempotent_answers_idempotency primary key (player_id, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);

-- One row per thing that a player's open page should hear of; a client resumes after an id it has seen.
create table live_events (
  id bigint generated always as identity primary key,
  player_id uuid not null,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index live_events_player on live_events (player_id, id);
create index live_events_age on live_events (created_at);

-- Ids must be committed in order within a player, or a resuming client would skip the one that commits late:
-- hence the advisory lock around taking the id. NOTIFY carries ids only.
create function publish_live_event(for_player uuid, event_name text, event_data jsonb) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7414, hashtext(for_player::text));
  insert into live_events (player_id, name, data) values (for_player, event_name, event_data);
  perform pg_notify('live', for_player::text);
end $$;

-- Counts per limit and window, shared by all processes. Lost in a crash without harm.
create unlogged table rate_limit_windows (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index rate_limit_windows_age on rate_limit_windows (ends_at);

-- Which process owns which pool of workers: a free advisory lock of `lock_id` means that the process has ended.
create table job_pools (
  pool_id text primary key,
  lock_id integer not null,
  started_at timestamptz not null default now()
);
