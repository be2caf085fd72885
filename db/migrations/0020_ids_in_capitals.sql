-- Ids came in any spelling, and a deletion that named its user in capitals did not find what the log of changes and the
-- kept answers say of the person. What it left behind goes now.
update admin_changes
set before = before - array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId'],
  after = after - array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId']
where subject in (select 'user:' || id from players where deleted_at is not null)
  and (before ?| array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId']
    or after ?| array['name', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId']);
