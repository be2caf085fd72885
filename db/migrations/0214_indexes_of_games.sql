-- Outside a transaction: players enter challenges while these are built.
create unique index concurrently game_accounts_key on game_accounts (game, key);
create unique index concurrently game_accounts_player on game_accounts (player_id, game);
-- Beside the primary key without a game, which the previous release's "on conflict" names: the next release drops that.
create unique index concurrently game_account_proofs_key on game_account_proofs (player_id, game, key);
create unique index concurrently challenges_game_of_id on challenges (id, game);
create unique index concurrently attempts_one_active_per_game_account on attempts (game, epic_account_key)
  where completed_at is null;
-- The key first: the previous release looks for it without a game.
create index concurrently attempts_game_account on attempts (epic_account_key, player_id) include (game);
