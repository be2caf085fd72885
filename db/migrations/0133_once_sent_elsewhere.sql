-- Unmarking a delivery clears is_elsewhere, but the buyer may have got the code: that bars a refund for good.
alter table purchases add column was_elsewhere boolean not null default false;

update purchases set was_elsewhere = true
where is_elsewhere or 'purchase:' || id in (
  select subject from admin_changes where action = 'delivery.mark' and after ->> 'isElsewhere' = 'true');
