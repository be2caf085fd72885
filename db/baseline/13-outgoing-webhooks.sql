-- Webhooks to operators' own systems.

create table webhook_endpoints (
  id uuid default make_uuidv7() primary key,
  address text not null check (length(address) >= 1 and length(address) <= 1000),
  description text not null,
  events text[] not null check (cardinality(events) > 0),
  created_at timestamptz not null,
  -- Null while it is on.
  off_since timestamptz,
  off_reason text check (off_reason in ('by_hand', 'failing', 'gone')),
  -- When deliveries began to fail; null if the last one succeeded.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- Deleted endpoints are hidden; the row stays until all of its sends, which may be many, have expired.
  deleted_at timestamptz,
  -- Changes with each address or secret, so that a restore that brings old ones back is noticed.
  revision uuid default make_uuidv7() not null,
  constraint webhook_endpoints_check check (num_nulls(off_since, off_reason) in (0, 2))
);
create trigger webhook_endpoints_noted after update of deleted_at, off_since, revision on webhook_endpoints
  for each row when (old.deleted_at is distinct from new.deleted_at or old.off_since is distinct from new.off_since
    or old.revision <> new.revision)
  execute function note_in_journal('webhook', 'endpointId', 'id', 'deletedAt', 'deleted_at', 'offReason', 'off_reason',
    'revision', 'revision');

-- Signing secrets, encrypted like codes. The newest is in use; the previous one also signs until it expires.
create table webhook_secrets (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  number integer not null check (number > 0),
  sealed_by text not null,
  nonce bytea not null,
  ciphertext bytea not null,
  ends_at timestamptz,
  primary key (endpoint_id, number)
);

-- The events to send. `cause` never changes, so a job that runs twice stores the event once.
create table webhook_events (
  id uuid default make_uuidv7() primary key,
  type text not null,
  cause text not null constraint webhook_events_once unique,
  happened_at timestamptz not null,
  -- The exact text that is signed and sent on every try.
  body text not null
);
-- For sending again, and for deleting old events.
create index webhook_events_happened on webhook_events (happened_at, id);

-- One event for one endpoint. While a process works on it, `next_try_at` is postponed: if that process dies, it becomes
-- due again.
create table webhook_sends (
  id uuid default make_uuidv7() primary key,
  event_id uuid not null references webhook_events (id) on delete cascade,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Tries since it was last started.
  tries integer not null default 0,
  next_try_at timestamptz,
  last_status integer,
  last_error text not null default '',
  constraint webhook_sends_check check ((status = 'waiting') = (next_try_at is not null)),
  constraint webhook_sends_once unique (event_id, endpoint_id)
);
create index webhook_sends_due on webhook_sends (endpoint_id, next_try_at) where status = 'waiting';
create index webhook_sends_log on webhook_sends (endpoint_id, id);
create index webhook_sends_status on webhook_sends (endpoint_id, status, id);
create trigger webhook_sends_deliver after insert or update of next_try_at on webhook_sends
  for each row when (new.status = 'waiting') execute function deliver_webhook();

create table webhook_tries (
  id uuid default make_uuidv7() primary key,
  send_id uuid not null references webhook_sends (id) on delete cascade,
  tried_at timestamptz not null,
  duration_ms integer not null,
  status integer,
  error text not null,
  -- The beginning of the answer.
  answer text not null
);
create index webhook_tries_send on webhook_tries (send_id, id);
