-- One player per account of a game, and one account per player and game: the same key may be another account in another game.
-- The primary key keeps its name, by which processes of the previous release know that somebody else was faster.
alter table game_accounts drop constraint epic_accounts_key, drop constraint epic_accounts_player;
alter table game_accounts add constraint epic_accounts_key primary key using index game_accounts_key,
  add constraint game_accounts_player unique using index game_accounts_player;
