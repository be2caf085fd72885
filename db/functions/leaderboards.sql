-- How many players of a board have how many XP.

-- Counts a score (1), or counts it no more (-1). What nobody has any more goes: hours pass, and players with them.
create or replace function count_on_board(p_board text, p_xp bigint, p_reached_at timestamptz, p_more integer) returns void
language sql as $$
  insert into board_steps as s (board, width, xp, since, players)
  select p_board, width, xp, since, p_more
  from (values (0, p_xp - p_xp % 2000, '-infinity'), (1, p_xp, '-infinity'), (2, p_xp, date_trunc('hour', p_reached_at, 'UTC')))
    as step (width, xp, since)
  where p_xp > 0 order by width
  on conflict (board, width, xp, since) do update set players = s.players + excluded.players;

  delete from board_steps
  where p_more < 0 and board = p_board and players = 0 and (width, xp, since) in (
    (0, p_xp - p_xp % 2000, '-infinity'), (1, p_xp, '-infinity'), (2, p_xp, date_trunc('hour', p_reached_at, 'UTC')));
$$;

-- Trigger of board_scores.
create or replace function count_board_score() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_on_board(old.board, old.xp, old.reached_at, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_on_board(new.board, new.xp, new.reached_at, 1);
  end if;
  return null;
end $$;
