-- Outside a transaction: entries go on while it is built.
-- What a player entered for since a day, for limits: of a long history only that time is read.
create index concurrently attempts_player_start on attempts (player_id, started_at)
