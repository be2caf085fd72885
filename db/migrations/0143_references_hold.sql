-- Proves the references of the migrations before of all rows, while others go on reading and writing.
alter table months.attempt_readings validate constraint attempt_readings_attempt_id_fkey;
alter table months.payment_events validate constraint payment_events_payment_id_fkey;
alter table months.admin_changes validate constraint admin_changes_actor_id_fkey;
