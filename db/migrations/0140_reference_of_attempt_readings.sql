-- The copy refers to what its table refers to: of new rows from now on, of the others once a later migration has proved it. The
-- table itself no longer does, so that it can be dropped without a lock on attempts.
lock table attempts, attempt_readings in access exclusive mode;
alter table attempt_readings drop constraint attempt_readings_attempt_id_fkey;
alter table months.attempt_readings add constraint attempt_readings_attempt_id_fkey foreign key (attempt_id) references attempts not valid;
