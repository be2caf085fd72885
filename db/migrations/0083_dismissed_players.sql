-- Players whose anomaly was dismissed are few; without an index of their own the list read everybody to find them.
create index fair_play_players_dismissed on fair_play_players (score, player_id)
  where dismissed_at is not null and open_since is null;
