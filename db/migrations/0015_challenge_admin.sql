-- What administrators do with challenges (docs/rules.md, Attempts).

-- Attempts refer to their challenge, so one that is deleted stays, out of every list.
alter table challenges add column deleted_at timestamptz,
  add constraint challenges_deleted_is_closed check (deleted_at is null or not is_active);

-- The list of all attempts: by date, by status, and by whatever is searched for.
create index attempts_by_date on attempts (started_at);
create index attempts_by_status on attempts (status, id);
create function attempt_words(epic_name text, description text, challenge_type text) returns text
language sql immutable parallel safe as $$
  select lower(epic_name || E'\n' || description || E'\n' || challenge_type)
$$;
create index attempts_words on attempts
  using gin (attempt_words(epic_name, challenge_description, challenge_type) gin_trgm_ops);
