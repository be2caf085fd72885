-- How many bonus coins a player had left at a transfer, beside the sums that are kept for the same reason: it depends on the order
-- in which coins came and fees were paid, which sums do not tell.
alter table statement_sums
  add column bonus_up_to_id bigint,
  add column bonus_left bigint;
