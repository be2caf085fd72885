-- Transfers are one plain table again, in which a key stands once. `transfer_keys` becomes a view of it, which the function of
-- the release before asks until it is replaced.
alter view if exists recorded_transfers reset (security_barrier);
lock table carried_months, carried_wallets, transfers, transfer_keys in access exclusive mode;
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

-- In the same moment the sums of months that had left go, or the release before would count those twice, and keep that. What
-- was kept of bonus coins may rest on them; it is worked out again from the transfers.
update statement_sums set bonus_up_to_id = null, bonus_left = null
where bonus_up_to_id is not null and exists (select from carried_months);
drop table carried_wallets, carried_months;
create view carried_months as
select null::text as part, null::integer as number, null::bigint as until_id, null::bigint as transfers,
  null::timestamptz as first_at, null::timestamptz as last_at, null::jsonb as flows, null::bytea as seal
where false;
create view carried_wallets as
select null::uuid as player_id, null::currency as currency, null::transfer_type as type, null::bigint as earned,
  null::bigint as spent, null::bigint as transfers, null::bigint as first_id, null::bigint as last_id, null::bytea as seal
where false;
