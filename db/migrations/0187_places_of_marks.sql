-- Outside a transaction: marks are set anew each minute meanwhile.
-- The mark from which a page of a board is counted.
create index concurrently board_marks_ahead on board_marks (board, ahead);
