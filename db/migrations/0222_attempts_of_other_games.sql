-- Outside a transaction: players enter challenges while it is built. It tells quickly whether a player has results in
-- several games, and has no row of the first game, so that entries there cost nothing more.
create index concurrently attempts_of_other_games on attempts (player_id, game)
  where game <> 'fortnite' and completed_at is not null and not is_practice;
