-- Coins bought by card (docs/rules.md, Coins by card): packages, payments, and what the card provider told us of them.

create table coin_packages (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 100),
  coins bigint not null check (coins between 1 and 1000000000),
  original_price_cents integer not null check (original_price_cents between 1 and 99999999),
  discount_percentage numeric(5, 2) not null default 0 check (discount_percentage between 0 and 100),
  -- What is charged, to the cent; half a cent counts as a whole one.
  price_cents integer not null generated always as
    (round(original_price_cents * (100 - discount_percentage) / 100)) stored,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The list is served from memory; whatever changes it says so to every process.
create function notify_coin_packages() returns trigger
language plpgsql as $$
begin
  perform pg_notify('coin_packages', '');
  return null;
end $$;
create trigger coin_packages_notify after insert or update or delete or truncate on coin_packages
  for each statement execute function notify_coin_packages();

-- What must be given back of `given` when `taken_cents` of `paid_cents` went back to the payer: in proportion, rounded
-- up, never more than was given.
create function owed_back(given bigint, paid_cents integer, taken_cents integer) returns bigint
language sql immutable as $$
  select (given * least(taken_cents, paid_cents) + paid_cents - 1) / paid_cents
$$;

-- A payment's row is written before the card provider hears of it; its id is the idempotency key there.
create table payments (
  id uuid primary key default uuidv7(),
  player_id uuid not null references players (id),
  -- The package as it was bought: later edits never touch a payment.
  package_id uuid references coin_packages (id) on delete set null,
  package_title text not null,
  coins bigint not null check (coins > 0),
  xp bigint not null check (xp >= 0),
  -- The card provider takes no less.
  amount_cents integer not null check (amount_cents >= 50),
  intent_id text constraint payments_intent unique,
  status text not null default 'open' check (status in ('open', 'credited', 'failed', 'refunded', 'disputed')),
  created_at timestamptz not null,
  credited_at timestamptz,
  -- What has gone back to the payer in all, and what disputes hold back at the moment.
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  disputed_cents integer not null default 0 check (disputed_cents >= 0),
  clawed_back_gc bigint not null default 0,
  clawed_back_xp bigint not null default 0,
  -- Numbers the movements that follow the credit, for their idempotency keys.
  reversals integer not null default 0,
  -- Keyed hash of the card: referrals ask whether two players pay with one card.
  card_fingerprint_hash bytea,
  -- When the card provider is asked next what has become of it; null: not any more.
  next_check_at timestamptz,
  -- Counts what was learned by asking, so that an answer overtaken by a later one is dropped.
  checks integer not null default 0,
  failed_checks integer not null default 0,
  constraint payments_credited_has_intent check (credited_at is null or intent_id is not null),
  constraint payments_status check (case
    when credited_at is null then status in ('open', 'failed')
    when disputed_cents > 0 then status = 'disputed'
    when refunded_cents > 0 then status = 'refunded'
    else status = 'credited' end),
  constraint payments_clawed_back check ((clawed_back_gc, clawed_back_xp) = (
    case when credited_at is null then 0 else owed_back(coins, amount_cents, refunded_cents + disputed_cents) end,
    case when credited_at is null then 0 else owed_back(xp, amount_cents, refunded_cents + disputed_cents) end))
);
create index payments_player on payments (player_id, id);
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_card on payments (card_fingerprint_hash) where card_fingerprint_hash is not null;

-- What the card provider told us, signed by it, each of it once, and what it led to. Only what matters here is kept:
-- events also carry names and addresses.
create table payment_events (
  event_id text constraint payment_events_once primary key,
  type text not null,
  object_id text not null,
  payment_id uuid references payments (id),
  effect text not null check (effect in
    ('credited', 'failed', 'known', 'asked', 'noted', 'not_as_ordered', 'unknown_payment', 'not_ours')),
  amount_cents bigint,
  currency text,
  status text,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
create index payment_events_payment on payment_events (payment_id, received_at);
create trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function refuse_change();
create function refuse_payment_removal() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: what was paid stays', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger payments_stay before delete or truncate on payments
  for each statement execute function refuse_payment_removal();
