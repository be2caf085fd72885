-- Everything that is held about a player is put into an archive by a job: one row for each time that it is asked for. The archive
-- itself is a file outside the database, named by the row and the run that made it.
create table data_exports (
  id uuid primary key default uuidv7(),
  player_id uuid not null references players (id),
  status text not null default 'queued' check (status in ('queued', 'working', 'ready', 'failed', 'expired')),
  -- Counts who takes it up: whoever stalled and comes back finds that another goes on with it.
  run int not null default 0,
  failures int not null default 0,
  sections_done int not null default 0 check (sections_done between 0 and section_count),
  section_count int not null,
  asked_at timestamptz not null,
  -- From when on somebody is to take it up: at once, some time after a failure, or when whoever makes it says nothing any more.
  due_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (status in ('queued', 'working'))),
  bytes bigint check ((bytes is not null) = (status in ('ready', 'expired'))),
  expires_at timestamptz check ((expires_at is not null) = (status in ('ready', 'expired')))
);
create unique index data_exports_one_running on data_exports (player_id) where status in ('queued', 'working');
create index data_exports_of_player on data_exports (player_id, asked_at);
create index data_exports_due on data_exports (due_at) where status in ('queued', 'working');
create index data_exports_expiring on data_exports (expires_at) where status = 'ready';
create index data_exports_asked on data_exports (asked_at);
