-- What the planner knows of the new tables, which nothing else counts as a whole.
drop function part_by_month(text, text);
analyze attempt_readings, payment_events, admin_changes;
