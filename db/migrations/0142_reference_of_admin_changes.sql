-- The copy refers to what its table refers to: of new rows from now on, of the others once a later migration has proved it. The
-- table itself no longer does, so that it can be dropped without a lock on players.
lock table players, admin_changes in access exclusive mode;
alter table admin_changes drop constraint admin_changes_actor_id_fkey;
alter table months.admin_changes add constraint admin_changes_actor_id_fkey foreign key (actor_id) references players not valid;
