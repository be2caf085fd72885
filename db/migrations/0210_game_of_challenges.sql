-- The game that a challenge is played in. Processes of the previous release know one game and name none: it is the default.
alter table challenges add column game text not null default 'fortnite' constraint challenges_game check (game in ('fortnite'));
