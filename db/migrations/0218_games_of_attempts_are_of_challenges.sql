-- Proves the game of every attempt, while others go on reading and writing.
alter table attempts validate constraint attempts_challenge_game;
