-- What the page /status tells players. Each process adds here what became of its calls, a row for each subject and minute, since
-- no process sees the calls of the others; a job looks at them every minute, together with jobs and due readings, and keeps
-- how each part works. Incidents are what those looks found.
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
  ended_at timestamptz check (ended_at >= began_at)
);
-- A part has one incident at a time.
create unique index status_incidents_open on status_incidents (part) where ended_at is null;
create index status_incidents_newest on status_incidents (began_at desc);
