-- Only for processes of the previous release, while they run beside this one. The next release drops all of it.

-- Of archived months, which are back in their tables.
create or replace view archives as
select null::text as part, null::text as table_name, null::text as until_key, null::text as state, null::bigint as row_count,
  null::bytea as manifest_hash, null::timestamptz as begun_at, null::timestamptz as dropped_at
where false;
create or replace view archive_chunks as
select null::text as part, null::integer as number, null::text as first_key, null::text as last_key, null::integer as row_count,
  null::integer as byte_count, null::bytea as hash
where false;
create or replace view carried_months as
select null::text as part, null::integer as number, null::bigint as until_id, null::bigint as transfers,
  null::timestamptz as first_at, null::timestamptz as last_at, null::jsonb as flows, null::bytea as seal
where false;
create or replace view carried_wallets as
select null::uuid as player_id, null::currency as currency, null::transfer_type as type, null::bigint as earned,
  null::bigint as spent, null::bigint as transfers, null::bigint as first_id, null::bigint as last_id, null::bytea as seal
where false;

-- The input of transfers by their keys, as the function of the previous release compares it.
create or replace function transfer_input(
  currency currency, amount bigint, debit_player uuid, debit_house house_account, credit_player uuid,
  credit_house house_account, type transfer_type, reference text
) returns bytea
language sql stable parallel safe as $$
  select substr(sha256(convert_to(concat(currency, '|', amount, '|', debit_player, '|', debit_house, '|', credit_player,
    '|', credit_house, '|', type, '|', reference), 'UTF8')), 1, 16)
$$;
create or replace view transfer_keys as
select idempotency_key, id as transfer_id, transfer_input(currency, amount, debit_player_id, debit_house, credit_player_id,
  credit_house, type, reference) as input
from transfers;
