-- What months and archives needed goes. Processes of the release before still read some of it: for them there are views of
-- nothing (db/functions/ledger-upgrade.sql).
drop view if exists month_parts, sealed_transfers;
drop function if exists add_month(text, date), guard_month_part(text, text), number_by_month(text), is_numbered(text),
  first_number_of(date), lock_in_steps(text), transfer_archive_key(uuid, uuid, bigint);
drop table archive_chunks, archives, payment_event_ids;
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
