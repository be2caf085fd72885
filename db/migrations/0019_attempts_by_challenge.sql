-- Entries of a challenge: the dashboard counts them per challenge, and a row that references another needs an index for
-- every check of that reference.
create index attempts_challenge on attempts (challenge_id);
