-- The same for running attempts. The index keeps its name for the same reason.
drop index attempts_one_active_per_epic_account;
alter index attempts_one_active_per_game_account rename to attempts_one_active_per_epic_account;
drop index attempts_epic_account;
