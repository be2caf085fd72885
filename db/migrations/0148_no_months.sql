-- What months and archives needed goes. Processes of the release before still read some of it: for them there are views of
-- nothing (db/functions/ledger-upgrade.sql).
-- What was kept of bonus coins may rest on sums of months that had left; it is worked out again from the transfers.
update statement_sums set bonus_up_to_id = null, bonus_left = null
where bonus_up_to_id is not null and exists (select from carried_months);

drop view if exists month_parts, sealed_transfers;
drop function if exists add_month(text, date), guard_month_part(text, text), number_by_month(text), is_numbered(text),
  first_number_of(date), lock_in_steps(text), transfer_archive_key(uuid, uuid, bigint);
drop table carried_wallets, carried_months, archive_chunks, archives, payment_event_ids;
drop function if exists refuse_closed_month(), keep_transfer_key(), keep_payment_event_id();
drop schema months cascade;
select graphile_worker.remove_job(key) from unnest('{add-months,archive-months}'::text[]) key;

create view archives as
select null::text as part, null::text as table_name, null::text as until_key, null::text as state, null::bigint as row_count,
  null::bytea as manifest_hash, null::timestamptz as begun_at, null::timestamptz as dropped_at
where false;
create view archive_chunks as
select null::text as part, null::integer as number, null::text as first_key, null::text as last_key, null::integer as row_count,
  null::integer as byte_count, null::bytea as hash
where false;
create view carried_months as
select null::text as part, null::integer as number, null::bigint as until_id, null::bigint as transfers,
  null::timestamptz as first_at, null::timestamptz as last_at, null::jsonb as flows, null::bytea as seal
where false;
create view carried_wallets as
select null::uuid as player_id, null::currency as currency, null::transfer_type as type, null::bigint as earned,
  null::bigint as spent, null::bigint as transfers, null::bigint as first_id, null::bigint as last_id, null::bytea as seal
where false;
