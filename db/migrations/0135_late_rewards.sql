-- A reward that came after its event's list was closed, on a day without room. It is not on that list, which is paid regardless of
-- the day's limit: it is paid once the list is, as days have room.
alter table event_rewards add column is_late boolean not null default false;
