-- Players may ask for a reading when their match is over. Counted, so that nobody takes more of the shared budget of
-- readings than the rules allow.
alter table attempts add column asked_readings smallint not null default 0 check (asked_readings >= 0);
