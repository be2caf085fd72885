-- Sign-ins that came back from their provider, by a hash of their state: what the browser's cookie carries counts once,
-- whoever kept a copy of it. Forgotten once the cookie would have expired.
create table used_sign_ins (
  state_hash bytea primary key,
  expires_at timestamptz not null
);

-- What is kept for replays of administrators' calls names nobody: it would outlive the account that it is about. A role's
-- name stays; it comes without any of the others.
update idempotent_answers set answer = answer - array['name', 'email', 'avatar', 'googleId'] where answer ? 'email';
update idempotent_answers set answer = answer - 'epicId' where answer ? 'epicId';
update idempotent_answers set answer = answer - array['author', 'note'] where answer ? 'author';
