-- Errors in players' pages, as groups that are counted: no row for each, and nothing of who had it.
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
