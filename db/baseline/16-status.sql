-- State of each part of the service, incidents, maintenance, and browser errors.

-- Data for the page /status. Each process adds the outcomes of its own calls, one row per subject and minute. Every
-- minute a job combines them with jobs and overdue readings, stores each part's state, and records incidents.
create table status_minutes (
  minute timestamptz not null,
  subject text not null,
  good integer not null default 0 check (good >= 0),
  bad integer not null default 0 check (bad >= 0),
  primary key (subject, minute)
);

create table status_looks (
  part text primary key,
  state text not null check (state in ('working', 'disturbed', 'down')),
  late_seconds integer not null default 0 check (late_seconds >= 0),
  looked_at timestamptz not null
);

create table status_incidents (
  id bigint generated always as identity primary key,
  part text not null,
  state text not null check (state in ('disturbed', 'down')),
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint status_incidents_check check (ended_at >= began_at)
);
-- One open incident per part.
create unique index status_incidents_open on status_incidents (part) where ended_at is null;
create index status_incidents_newest on status_incidents (began_at desc);

-- Errors in players' pages, counted in groups: no row per error, and no trace of the player.
create table browser_errors (
  fingerprint bytea primary key check (length(fingerprint) = 16),
  name text not null,
  message text not null,
  place text not null,
  page text not null,
  seen bigint not null check (seen > 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index browser_errors_last_seen on browser_errors (last_seen_at);

-- Maintenance: while an operator works on the installation, players can't start, buy or pay anything. Has the reason
-- and the planned end. One row while it lasts, otherwise none.
create table maintenance (
  is_on boolean default true primary key check (is_on),
  reason text not null check (length(reason) >= 1 and length(reason) <= 200),
  planned_until timestamptz not null,
  began_at timestamptz not null
);
