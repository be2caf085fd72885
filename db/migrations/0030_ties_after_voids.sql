-- Voiding an attempt left the time at which the score had been reached as it was, so that whoever got there first fell
-- behind (docs/rules.md, Leaderboards). From now on it follows what is left; this mends what was voided before.
with left_over as (
  select b.board, p.player_id, max(p.played_at) as reached_at
  from played_xp p
  cross join lateral (values ('all'), (to_char(p.played_at at time zone 'UTC', '"season:"YYYY-"Q"Q')),
    (to_char(p.played_at at time zone 'UTC', '"week:"IYYY-"W"IW'))) b (board)
  where p.taken_back_at is null and p.xp > 0
    and exists (select from played_xp gone where gone.player_id = p.player_id and gone.taken_back_at is not null)
  group by b.board, p.player_id
)
update board_scores s set reached_at = l.reached_at
from left_over l where s.board = l.board and s.player_id = l.player_id and s.reached_at > l.reached_at;
