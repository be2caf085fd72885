-- How far a board was walked when its marks were last set: large ones are walked part by part, since all of ten million players was
-- read every five minutes. Null: from the top.
alter table boards
  add column marked_xp bigint,
  add column marked_reached_at timestamptz,
  add column marked_ahead bigint,
  add constraint boards_marked check (num_nulls(marked_xp, marked_reached_at, marked_ahead) in (0, 3));
