-- An attempt keeps its challenge's game, which the previous release does not name. No row is read for it: the next migration
-- proves the constraint of those that are there.
alter table attempts add column game text not null default 'fortnite',
  add constraint attempts_game check (game in ('fortnite')) not valid;
