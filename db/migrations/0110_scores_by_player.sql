-- Outside a transaction: players go on being counted while it is built.
-- A board of which PostgreSQL had not noticed yet how many are on it was read whole by its primary key and sorted, to show its first
-- places. With the player in front of the key only the index that is in order leads to a board.
create unique index concurrently board_scores_player on board_scores (player_id, board);
