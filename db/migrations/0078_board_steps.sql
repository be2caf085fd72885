-- How many players of a board have how many XP, so that a place is added up from a few hundred rows and not from everybody
-- ahead: by blocks of 2,000 XP (width 0), by each number of XP (1), and of those by the hour in which it was reached (2).
create table board_steps (
  board text not null,
  width smallint not null check (width between 0 and 2),
  xp bigint not null,
  since timestamptz not null,
  players bigint not null,
  primary key (board, width, xp, since)
) with (fillfactor = 50);

create function count_on_board(p_board text, p_xp bigint, p_reached_at timestamptz, p_more integer) returns void
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

create function count_board_score() returns trigger
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

create trigger board_scores_counted after insert or update or delete on board_scores
  for each row execute function count_board_score();

insert into board_steps (board, width, xp, since, players)
select board, 0, xp - xp % 2000, '-infinity'::timestamptz, count(*) from board_scores where xp > 0 group by 1, 3
union all
select board, 1, xp, '-infinity', count(*) from board_scores where xp > 0 group by 1, 3
union all
select board, 2, xp, date_trunc('hour', reached_at, 'UTC'), count(*) from board_scores where xp > 0 group by 1, 3, 4;
