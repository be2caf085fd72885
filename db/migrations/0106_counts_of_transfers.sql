-- What the planner knows of the new table, which nothing else counts as a whole.
analyze transfers, transfer_keys;
