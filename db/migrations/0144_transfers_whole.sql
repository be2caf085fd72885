-- Transfers are one plain table again, in which a key stands once. `transfer_keys` becomes a view of it, which the function of
-- the release before asks until it is replaced.
alter view if exists recorded_transfers reset (security_barrier);
lock table transfers, transfer_keys in access exclusive mode;
insert into months.transfers overriding system value
select * from transfers t
where age(t.xmin) <= (select age(from_xid) from months.copied)
  and not exists (select from months.transfers w where w.id = t.id);
select setval('months.transfers_id_seq', last_value, is_called) from transfers_id_seq;
drop table transfer_keys;
select months.take_place('transfers', '{recorded_transfers}');
create view transfer_keys as
select idempotency_key, id as transfer_id, transfer_input(currency, amount, debit_player_id, debit_house, credit_player_id,
  credit_house, type, reference) as input
from transfers;
