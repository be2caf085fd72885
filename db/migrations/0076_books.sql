-- The books of a month (docs/rules.md, Books): what moved, dated by the day on which it was booked, so that months which are
-- over stay as they were.

-- Card payments as they were booked: what was paid, what went back. Only ever added to.
create table payment_entries (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments (id),
  kind text not null check (kind in ('paid', 'refunded', 'disputed')),
  -- Of what went back: negative where it came again.
  cents integer not null check (cents <> 0),
  booked_at timestamptz not null default now()
);
create index payment_entries_booked on payment_entries (booked_at) include (kind, cents);
create index payment_entries_payment on payment_entries (payment_id);

-- Trigger of payments: the difference between what was booked and what is known now. Money of a payment that was never
-- credited is none of ours.
create function book_payment() returns trigger
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
create trigger payments_booked after insert or update of credited_at, refunded_cents, disputed_cents on payments
  for each row execute function book_payment();

-- Of what went back before, the last day on which coins followed is all that is known.
insert into payment_entries (payment_id, kind, cents, booked_at)
select p.id, entry.kind, entry.cents, case entry.kind when 'paid' then p.credited_at else coalesce(
    (select max(t.created_at) from transfers t where t.reference = p.id::text and t.type = 'reversal'), p.credited_at) end
from payments p
cross join lateral (values
  ('paid', p.amount_cents), ('refunded', p.refunded_cents), ('disputed', p.disputed_cents)
) as entry (kind, cents)
where p.credited_at is not null and entry.cents <> 0;

create trigger payment_entries_append_only before update or delete or truncate on payment_entries
  for each statement execute function refuse_change();

-- What the card provider's own balance says of our payments, with its fees.
create table provider_entries (
  id text primary key,
  -- As the provider calls it: charge, refund, adjustment.
  kind text not null,
  payment_id uuid not null references payments (id),
  amount_cents bigint not null,
  fee_cents bigint not null,
  currency text not null,
  happened_at timestamptz not null,
  booked_at timestamptz not null
);
create index provider_entries_booked on provider_entries (booked_at) include (fee_cents, amount_cents);
create index provider_entries_payment on provider_entries (payment_id);
create trigger provider_entries_append_only before update or delete or truncate on provider_entries
  for each statement execute function refuse_change();

-- Until when the provider's balance was read; null: not yet.
create table provider_balance (
  is_only boolean primary key default true check (is_only),
  read_until timestamptz
);
insert into provider_balance default values;

-- When a code was given to a purchase: on that day its price was spent.
alter table gift_card_codes add column given_at timestamptz;
update gift_card_codes c set given_at = coalesce(
  (select max(e.replaced_at) from gift_card_codes e
    where e.purchase_id = c.purchase_id and e.replaced_at < coalesce(c.replaced_at, 'infinity')),
  p.delivered_at, p.created_at)
from purchases p where p.id = c.purchase_id;
create function date_given_code() returns trigger
language plpgsql as $$
begin
  new.given_at := coalesce(new.given_at, now());
  return new;
end $$;
create trigger gift_card_codes_given before insert or update of purchase_id on gift_card_codes
  for each row when (new.purchase_id is not null) execute function date_given_code();
create index gift_card_codes_given on gift_card_codes (given_at) include (cost_cents) where given_at is not null;

-- Who was to see how the business stands sees its books.
update roles set permissions = permissions || '{books:read}' where permissions @> '{overview:read}';
