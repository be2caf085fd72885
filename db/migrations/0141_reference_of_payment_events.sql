-- The copy refers to what its table refers to: of new rows from now on, of the others once a later migration has proved it. The
-- table itself no longer does, so that it can be dropped without a lock on payments.
lock table payments, payment_events in access exclusive mode;
alter table payment_events drop constraint payment_events_payment_id_fkey;
alter table months.payment_events add constraint payment_events_payment_id_fkey foreign key (payment_id) references payments not valid;
