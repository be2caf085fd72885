-- Attempts that were finished before there were boards (0009) count on them too. One whose word is still on its way is
-- counted here, and its word then counts nothing.

with played as (
  insert into played_xp (attempt_id, player_id, xp, played_at)
  select id, player_id, xp_given, completed_at from attempts where status in ('SUCCESS', 'FAILED')
  on conflict (attempt_id) do nothing
  returning player_id, xp, played_at
), scores as (
  select b.board, p.player_id, sum(p.xp)::bigint as xp, max(p.played_at) as reached_at
  from played p
  cross join lateral (values ('all'), (to_char(p.played_at at time zone 'UTC', '"season:"YYYY-"Q"Q')),
    (to_char(p.played_at at time zone 'UTC', '"week:"IYYY-"W"IW'))) b (board)
  where p.xp > 0 group by b.board, p.player_id
)
insert into board_scores as s (board, player_id, xp, reached_at)
select board, player_id, xp, reached_at from scores
on conflict (board, player_id) do update set
  xp = s.xp + excluded.xp, reached_at = greatest(s.reached_at, excluded.reached_at);

insert into boards (board, players)
select board, count(*) from board_scores group by board
on conflict (board) do update set players = excluded.players;
