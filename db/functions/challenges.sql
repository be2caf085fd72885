-- The cached list of challenges, and the search of attempts.

-- The list is served from memory; every change of it is told to every process. Trigger of challenges and their variants.
create or replace function notify_challenges() returns trigger
language plpgsql as $$
begin
  perform pg_notify('challenges', '');
  return null;
end $$;

-- What a search of users may know of Epic accounts: the table itself is challenges' alone.
create or replace view epic_names as
select player_id, epic_name from epic_accounts;

-- The text that a search of attempts looks at. The index attempts_words is made of it: a change of what it answers needs
-- a migration that builds that index again.
create or replace function attempt_words(epic_name text, description text, challenge_type text) returns text
language sql immutable parallel safe as $$
  select lower(epic_name || E'\n' || description || E'\n' || challenge_type)
$$;
