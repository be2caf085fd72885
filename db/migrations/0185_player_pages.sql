-- What players let others see on their pages (docs/rules/player-pages.md). Of a player without a row: nothing.
create table player_page_choices (
  player_id uuid primary key references players (id),
  shows_wins boolean not null,
  shows_bests boolean not null,
  shows_achievements boolean not null
);
