-- What others than accounts may know of a player within a statement of their own: the table itself is accounts' alone.
-- A lock on a row of the view locks the player.
create view player_states as
  select id, name, email, deleted_at, suspended_at from players;
