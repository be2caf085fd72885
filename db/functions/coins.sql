-- Packages and payments.

-- The list is served from memory, so every process is notified of every change. Trigger of coin_packages.
create or replace function notify_coin_packages() returns trigger
language plpgsql as $$
begin
  perform pg_notify('coin_packages', '');
  return null;
end $$;

-- What must be given back of `given` when `taken_cents` of `paid_cents` went back to the payer: in proportion, rounded
-- up, never more than was given. A constraint of payments uses it, and existing rows are not checked again if it changes.
create or replace function owed_back(given bigint, paid_cents integer, taken_cents integer) returns bigint
language sql immutable as $$
  select (given * least(taken_cents, paid_cents) + paid_cents - 1) / paid_cents
$$;

-- Trigger of payments.
create or replace function refuse_payment_removal() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: payments are permanent', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Trigger of payments: books the difference between what was booked before and what is known now. Money of a payment that was
-- never credited is not ours.
create or replace function book_payment() returns trigger
language plpgsql as $$
declare
  was_credited boolean := tg_op = 'UPDATE' and old.credited_at is not null;
begin
  if new.credited_at is null then
    return null;
  end if;
  insert into payment_entries (payment_id, kind, cents)
  select new.id, entry.kind, entry.cents
  from (values
    ('paid', case when was_credited then 0 else new.amount_cents end),
    ('refunded', new.refunded_cents - case when was_credited then old.refunded_cents else 0 end),
    ('disputed', new.disputed_cents - case when was_credited then old.disputed_cents else 0 end)
  ) as entry (kind, cents)
  where entry.cents <> 0;
  return null;
end $$;
