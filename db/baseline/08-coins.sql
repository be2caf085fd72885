-- Coin packages, card payments, the card provider's events, and the books of payments.

create table coin_packages (
  id uuid default make_uuidv7() primary key,
  title text not null check (length(title) >= 1 and length(title) <= 100),
  coins bigint not null check (coins >= 1 and coins <= 1000000000),
  original_price_cents integer not null check (original_price_cents >= 1 and original_price_cents <= 99999999),
  discount_percentage numeric(5,2) not null default 0 check (discount_percentage >= 0 and discount_percentage <= 100),
  -- The charged price, rounded to the cent; half a cent rounds up.
  price_cents integer not null generated always as (round((((original_price_cents)::numeric * (100 - discount_percentage)) / 100))) stored,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger coin_packages_notify after insert or delete or update or truncate on coin_packages
  for each statement execute function notify_coin_packages();

-- The row is written before the card provider is called; its id is the idempotency key there.
create table payments (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  -- The package at the time of purchase: later edits never affect a payment.
  package_id uuid references coin_packages (id) on delete set null,
  package_title text not null,
  coins bigint not null check (coins > 0),
  xp bigint not null check (xp >= 0),
  -- The card provider's minimum.
  amount_cents integer not null check (amount_cents >= 50),
  intent_id text constraint payments_intent unique,
  status text not null default 'open' check (status in ('open', 'credited', 'failed', 'refunded', 'disputed')),
  created_at timestamptz not null,
  credited_at timestamptz,
  -- Total refunded so far, and the amount that disputes currently hold back.
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  disputed_cents integer not null default 0 check (disputed_cents >= 0),
  clawed_back_gc bigint not null default 0,
  clawed_back_xp bigint not null default 0,
  -- Counts the movements after the credit, for their idempotency keys.
  reversals integer not null default 0,
  -- Keyed hash of the card number: referrals check whether two players pay with the same card.
  card_fingerprint_hash bytea,
  -- When to ask the card provider next; null: no more.
  next_check_at timestamptz,
  -- Counts successful checks, so that an outdated answer is dropped.
  checks integer not null default 0,
  failed_checks integer not null default 0,
  -- When a restored database recreated this payment from the journal (docs/operate.md, Backups). Such a row doesn't
  -- count as evidence of how recent the database itself is.
  recovered_at timestamptz,
  constraint payments_credited_has_intent check (credited_at is null or intent_id is not null),
  constraint payments_status check (
case
    when (credited_at is null) then (status in ('open', 'failed'))
    when (disputed_cents > 0) then (status = 'disputed')
    when (refunded_cents > 0) then (status = 'refunded')
    else (status = 'credited')
end),
  constraint payments_clawed_back check ((clawed_back_gc =
case
    when (credited_at is null) then 0
    else owed_back(coins, amount_cents, (refunded_cents + disputed_cents))
end)
    and (clawed_back_xp =
case
    when (credited_at is null) then 0
    else owed_back(xp, amount_cents, (refunded_cents + disputed_cents))
end))
);
create index payments_player on payments (player_id, id);
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_card on payments (card_fingerprint_hash) where card_fingerprint_hash is not null;
create index payments_by_credit on payments (credited_at) where credited_at is not null;
create index payments_open on payments (id) where status = 'open';
create trigger payments_stay before delete or truncate on payments
  for each statement execute function refuse_payment_removal();
create trigger payments_booked after insert or update of credited_at, refunded_cents, disputed_cents on payments
  for each row execute function book_payment();

-- Bookings of card payments: money received and returned. Append-only.
create table payment_entries (
  id uuid default make_uuidv7() primary key,
  payment_id uuid not null references payments (id),
  kind text not null check (kind in ('paid', 'refunded', 'disputed')),
  -- For returned money: positive, or negative when it came in again.
  cents integer not null check (cents <> 0),
  booked_at timestamptz not null default now()
);
create index payment_entries_booked on payment_entries (booked_at) include (kind, cents);
create index payment_entries_payment on payment_entries (payment_id);
create trigger payment_entries_append_only before delete or update or truncate on payment_entries
  for each statement execute function refuse_change();

-- Our payments in the card provider's own balance, with its fees.
create table provider_entries (
  id text primary key,
  -- The provider's term: charge, refund, adjustment.
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
create trigger provider_entries_append_only before delete or update or truncate on provider_entries
  for each statement execute function refuse_change();

-- Up to when the provider's balance has been read; null: never.
create table provider_balance (
  is_only boolean default true primary key check (is_only),
  read_until timestamptz
);
insert into provider_balance default values;

-- Signed events from the card provider, each stored once with its effect. Only the fields used here are stored, because
-- events also contain names and addresses.
create table payment_events (
  event_id text constraint payment_events_once primary key,
  type text not null,
  object_id text not null,
  payment_id uuid references payments (id),
  effect text not null
    check (effect in ('credited', 'failed', 'known', 'asked', 'noted', 'not_as_ordered', 'unknown_payment',
      'other_installation', 'not_ours')),
  amount_cents bigint,
  currency text,
  status text,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
create index payment_events_payment on payment_events (payment_id, received_at);
create index payment_events_received on payment_events (received_at);
create trigger payment_events_append_only before delete or update on payment_events
  for each row execute function refuse_all_but_forgetting('received_at');
create trigger payment_events_not_emptied before truncate on payment_events
  for each statement execute function refuse_change();
