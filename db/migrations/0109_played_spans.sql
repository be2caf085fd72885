-- Events that rank players added up all of their attempts again each minute. What was played within the dates of an event is now
-- kept as the score of a board of its own, as that of a week is. The database itself keeps it up, so that processes of the release
-- before, which know nothing of it, leave nothing out.

-- From when to when somebody ranks players, and up to when what was played is on the board.
create table played_spans (
  board text primary key default 'span:' || gen_random_uuid(),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  counted_until timestamptz not null,
  -- When it was last asked for, to an hour.
  asked_at timestamptz not null,
  -- Its scores are being removed, and nothing is counted any more.
  forgotten_at timestamptz,
  check (starts_at <= counted_until and counted_until <= ends_at)
);
create unique index played_spans_once on played_spans (starts_at, ends_at) where forgotten_at is null;

create function count_played_in_spans() returns trigger
language plpgsql as $$
declare
  v_before bigint := case when tg_op = 'UPDATE' and old.taken_back_at is null then old.xp else 0 end;
  v_after bigint := case when new.taken_back_at is null then new.xp else 0 end;
  v_span played_spans;
begin
  -- No span is counted further until this transaction ends: either it is counted here, or found there.
  perform pg_advisory_xact_lock_shared(7442);
  for v_span in
    select * from played_spans
    where forgotten_at is null and starts_at <= new.played_at and counted_until > new.played_at order by board
  loop
    if v_after > v_before then
      insert into board_scores as s (board, player_id, xp, reached_at)
      values (v_span.board, new.player_id, v_after - v_before, new.played_at)
      on conflict (board, player_id) do update set
        xp = s.xp + excluded.xp, reached_at = greatest(s.reached_at, excluded.reached_at);
    else
      -- Locked by a statement of its own: the next one then sees all that the one who held the row has counted.
      perform from board_scores where board = v_span.board and player_id = new.player_id for update;
      update board_scores s set xp = s.xp - (v_before - v_after), reached_at = coalesce((
        select max(played_at) from played_xp
        where player_id = new.player_id and taken_back_at is null and xp > 0
          and played_at >= v_span.starts_at and played_at < v_span.counted_until), s.reached_at)
      where board = v_span.board and player_id = new.player_id;
    end if;
  end loop;
  return null;
end $$;

create trigger played_xp_in_spans after insert on played_xp
  for each row when (new.xp > 0 and new.taken_back_at is null) execute function count_played_in_spans();
create trigger played_xp_changed_in_spans after update on played_xp
  for each row when ((old.xp, old.taken_back_at is null) is distinct from (new.xp, new.taken_back_at is null))
  execute function count_played_in_spans();
