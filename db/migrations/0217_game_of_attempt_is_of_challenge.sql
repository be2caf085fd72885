-- No attempt is judged by the rules of another game than its challenge's: a process of the previous release, which names no
-- game, can't enter a challenge of another one. No row is read for it: the next migration proves those that are there.
alter table attempts add constraint attempts_challenge_game foreign key (challenge_id, game)
  references challenges (id, game) not valid;
