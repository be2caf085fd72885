-- Outside a transaction: the index on a table that may be large is made without keeping anybody from sharing.
-- A player's page shows the newest wins that the player lets be listed.
create index concurrently shared_receipts_listed_of_player on shared_receipts (player_id, attempt_id)
  where is_listed;
