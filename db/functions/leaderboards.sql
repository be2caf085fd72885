-- Scores of boards, counted as attempts are played.

-- Keeps the scores of the spans that rankings ask for (played-span-store.ts counts what was there before). Trigger of played_xp.
create or replace function count_played_in_spans() returns trigger
language plpgsql as $$
declare
  v_before bigint := case when tg_op = 'UPDATE' and old.taken_back_at is null then old.xp else 0 end;
  v_after bigint := case when new.taken_back_at is null then new.xp else 0 end;
  v_span played_spans;
begin
  -- No span is counted further until this transaction ends: so the score is either counted here, or found by that count.
  perform pg_advisory_xact_lock_shared(7444);
  for v_span in
    select * from played_spans
    where forgotten_at is null and starts_at <= new.played_at and counted_until > new.played_at order by board
  loop
    if v_after > v_before then
      insert into board_scores as s (board, player_id, xp, reached_at)
      values (v_span.board, new.player_id, v_after - v_before, new.played_at)
      on conflict (board, player_id) do update set
        xp = s.xp + excluded.xp,
        -- If the score was zero, no attempt counts any more, so its old time does not either.
        reached_at = case when s.xp = 0 then excluded.reached_at else greatest(s.reached_at, excluded.reached_at) end;
    else
      -- Locked in a separate statement, so that the next one sees everything that the previous holder of the row has
      -- counted.
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
