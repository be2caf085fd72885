-- Outside a transaction: calls and jobs go on while these are built. Each is for a question that read all of a table before.
-- Users who are suspended, which are few, in the usual order of their list.
create index concurrently players_suspended on players (created_at, id)
  where suspended_at is not null and deleted_at is null;
-- A search is answered by another plan where it finds more than one player in five hundred: that is to be seen in a sample.
alter table player_search alter words set statistics 1000;
-- Who came by an invitation in a span of days.
create index concurrently referrals_signed_up on referrals (signed_up_at);
-- Which links have expired, and sign-ins that cannot be used again.
create index concurrently friend_links_age on friend_links (expires_at);
create index concurrently used_sign_ins_age on used_sign_ins (expires_at);
-- The queue holds a job for each attempt that runs, and at times a mail for each player. Found in it are those that run or have failed
-- for good, and those that are tried again.
create index concurrently jobs_unavailable on graphile_worker._private_jobs (task_id) where not is_available;
create index concurrently jobs_tried on graphile_worker._private_jobs (task_id, attempts) where last_error is not null;
-- How jobs stood when they were last counted: all of the queue is read once a minute, whoever tells of it.
create table if not exists job_counts (
  task text primary key,
  waiting integer not null,
  waiting_seconds integer not null,
  late_seconds integer not null,
  running integer not null,
  scheduled integer not null,
  failed integer not null,
  counted_at timestamptz not null
);
