-- Transfers are to be parted by their ids, which count months from then on (docs/decisions/0062). Parted by it, a table cannot keep
-- keys unique of itself: a narrow one does, for all months and for ever.

-- The first id of a month of tables whose ids are (months since 2020-01) * 10^11 + n. Whole numbers in JavaScript too.
create function first_number_of(month date) returns bigint
language sql immutable parallel safe as $$
  select ((extract(year from month)::bigint - 2020) * 12 + extract(month from month)::bigint - 1) * 100000000000
$$;

-- What a key moved, in 16 bytes: a replay must be the same. The reference comes last, since it may be any text.
create function transfer_input(
  currency currency, amount bigint, debit_player uuid, debit_house house_account, credit_player uuid,
  credit_house house_account, type transfer_type, reference text
) returns bytea
language sql stable parallel safe as $$
  select substr(sha256(convert_to(concat(currency, '|', amount, '|', debit_player, '|', debit_house, '|', credit_player,
    '|', credit_house, '|', type, '|', reference), 'UTF8')), 1, 16)
$$;

create table transfer_keys (
  idempotency_key text primary key,
  transfer_id bigint not null,
  input bytea not null check (length(input) = 16)
);
create trigger transfer_keys_append_only before update or delete or truncate on transfer_keys
  for each statement execute function refuse_ledger_change();

-- Trigger of transfers as long as that has a unique key of its own, which speaks of what is not new.
create function keep_first_transfer_key() returns trigger
language plpgsql as $$
begin
  insert into transfer_keys (idempotency_key, transfer_id, input)
  values (new.idempotency_key, new.id, transfer_input(new.currency, new.amount, new.debit_player_id, new.debit_house,
    new.credit_player_id, new.credit_house, new.type, new.reference))
  on conflict do nothing;
  return new;
end $$;

-- All ids that were ever drawn lie below, and all that are until the table is parted: a later migration proves it.
do $$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC');
begin
  execute format('alter table transfers add constraint %I check (id < %L::bigint) not valid',
    'transfers' || to_char(this_month, '_"to"_YYYY_MM'), first_number_of(this_month));
end $$;
create trigger transfers_keys before insert on transfers for each row execute function keep_first_transfer_key();
