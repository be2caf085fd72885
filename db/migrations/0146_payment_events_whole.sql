-- What the card provider told is one plain table again, in which an event stands once. Its ids need no table of their own.
lock table payment_events in access exclusive mode;
insert into months.payment_events
select * from payment_events e
where age(e.xmin) <= (select age(from_xid) from months.copied)
  and not exists (select from months.payment_events w where w.event_id = e.event_id);
select months.take_place('payment_events', '{}');
