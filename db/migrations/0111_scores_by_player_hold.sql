-- The primary key is the index of the migration before from now on. Tables are locked for a moment only.
alter table board_scores drop constraint board_scores_pkey;
alter table board_scores add constraint board_scores_pkey primary key using index board_scores_player;
