-- The code says which games there are (contract/games/games.ts), so that a new one needs no migration. Calls check the game of
-- a challenge, and the game of an attempt refers to its challenge's.
alter table attempts drop constraint attempts_game;
alter table challenges drop constraint challenges_game,
  add constraint challenges_game check (game ~ '^[a-z][a-z0-9]{1,29}$');
