-- The sums of a player's statement up to a transfer, so that it adds up the newer ones alone. Written when it is read and many
-- were added up; who moves coins writes nothing more. Ids of a wallet's transfers ascend in the order in which they were
-- applied, so that nothing older can come later.
create table statement_sums (
  player_id uuid primary key references players (id),
  up_to_id bigint not null,
  totals jsonb not null
);
