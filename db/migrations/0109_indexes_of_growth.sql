-- Outside a transaction: calls and jobs go on while these are built. Each is for a question that read all of a table before.
-- Users who are suspended, which are few, in the usual order of their list.
create index concurrently players_suspended on players (created_at, id)
  where suspended_at is not null and deleted_at is null;
-- A search is answered by another plan where it finds more than one player in five hundred: that is to be seen in a sample.
alter table player_search alter words set statistics 1000;
