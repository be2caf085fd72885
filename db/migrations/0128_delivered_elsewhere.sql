-- A card can be delivered without a code here, where an administrator says that it was sent another way.
alter table purchases add column is_elsewhere boolean not null default false;
