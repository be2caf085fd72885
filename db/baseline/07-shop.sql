-- Gift cards, their codes, orders and purchases.

create sequence gift_card_codes_arrival;

create table gift_cards (
  id uuid default make_uuidv7() primary key,
  title text not null check (length(title) >= 1 and length(title) <= 120),
  description text not null check (length(description) >= 1 and length(description) <= 2000),
  type text not null check (type ~ '^[a-z0-9][a-z0-9-]{0,29}$'),
  -- Path below the pictures' base address, without size and ending; empty where there is no picture.
  image text not null default '',
  gc_coin bigint not null check (gc_coin >= 1 and gc_coin <= 1000000000),
  is_active boolean not null default true,
  -- Sold also without a code in stock; an administrator delivers within the promised hours.
  is_fulfilled_by_hand boolean not null default false,
  promise_hours integer not null default 24 check (promise_hours >= 1 and promise_hours <= 720),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Of this many codes in stock or fewer a card is said to run low; 0 never says so.
  low_stock_at integer not null default 5 check (low_stock_at >= 0 and low_stock_at <= 10000),
  kind text not null default 'wallet' check (kind in ('wallet', 'pass', 'item', 'currency', 'subscription')),
  region text not null default '' check (length(region) <= 60),
  how_to_redeem text not null default '' check (length(how_to_redeem) <= 2000)
);
create trigger gift_cards_stay before delete or truncate on gift_cards
  for each statement execute function refuse_shop_change();
create trigger gift_cards_notify after insert or update on gift_cards for each statement
  execute function notify_gift_cards();

-- A cart that was bought. Players are no foreign keys here or in purchases: the checkout debits their wallet, which is
-- one, in the same transaction (0003_ledger.sql has the reason).
create table orders (
  id uuid primary key,
  player_id uuid not null,
  total_gc bigint not null check (total_gc > 0),
  created_at timestamptz not null
);
create trigger orders_stay before delete or update or truncate on orders
  for each statement execute function refuse_shop_change();

-- One bought card each, with title and price as they were. Gift cards are no foreign key: they are never deleted, and
-- checking it would make all buyers of one card write to its row.
create table purchases (
  id uuid primary key,
  order_id uuid not null references orders (id),
  player_id uuid not null,
  gift_card_id uuid not null,
  gc_coin bigint not null check (gc_coin > 0),
  created_at timestamptz not null,
  -- By when an administrator delivers it; null where it came from stock.
  promised_by timestamptz,
  delivered_at timestamptz,
  refunded_at timestamptz,
  title text not null,
  status text not null check (status in ('delivered', 'on_its_way', 'refunded')),
  -- A card can be delivered without a code here, where an administrator says that it was sent another way.
  is_elsewhere boolean not null default false,
  -- Unmarking a delivery clears is_elsewhere, but the buyer may have got the code: that bars a refund for good.
  was_elsewhere boolean not null default false,
  constraint purchases_status check (
case status
    when 'delivered' then (delivered_at is not null
    and refunded_at is null)
    when 'on_its_way' then (promised_by is not null
    and num_nonnulls(delivered_at, refunded_at) = 0)
    else (promised_by is not null and delivered_at is null
    and refunded_at is not null)
end)
);
-- What a player bought, newest first, and the parts of one order.
create index purchases_player on purchases (player_id, order_id, id);
create index purchases_requests on purchases (promised_by) where promised_by is not null;
-- The table of deliveries: what waits first, and each of its orders.
create index purchases_waiting on purchases (promised_by) where status = 'on_its_way';
create index purchases_requests_by_date on purchases (created_at desc, id) where promised_by is not null;
create index purchases_by_date on purchases using brin (created_at) with (pages_per_range = 32);
-- The other two orders of the list of cards that were sold without a code, which would otherwise sort all of them.
create index purchases_requests_by_price on purchases (gc_coin, id) where promised_by is not null;
create index purchases_requests_by_title on purchases (lower(title), id) where promised_by is not null;
-- Cards that were sold without a code and refunded, which are few.
create index purchases_refunded on purchases (created_at, id) where promised_by is not null and status = 'refunded';
-- Alerts list every purchase, in each of their orders. The indexes of purchases without a code, purchases_requests*, stay:
-- processes of the previous release still list by them during an upgrade. A later release drops them.
create index purchases_listed_by_date on purchases (created_at, id);
create index purchases_listed_by_promise on purchases (coalesce(promised_by, created_at), id);
create index purchases_listed_by_price on purchases (gc_coin, id);
create index purchases_listed_by_title on purchases (lower(title), id);
-- A search of Alerts reads the first purchases of each title that it matches, in the order of the list, instead of every
-- purchase. The order by title has purchases_listed_by_title.
create index purchases_titled_by_date on purchases (lower(title), created_at, id);
create index purchases_titled_by_promise on purchases (lower(title), coalesce(promised_by, created_at), id);
create index purchases_titled_by_price on purchases (lower(title), gc_coin, id);
create trigger purchases_stay before delete or truncate on purchases for each statement
  execute function refuse_shop_change();
create trigger purchases_counted after insert on purchases referencing new table as added
  for each statement execute function count_card_sales();
create trigger purchases_elsewhere after update of is_elsewhere on purchases
  for each row when (old.is_elsewhere <> new.is_elsewhere) execute function note_in_journal('sent-elsewhere',
    'purchaseId', 'id', 'isElsewhere', 'is_elsewhere');

-- Bearer money: encrypted (server/platform/vault), known again by a keyed fingerprint, shown masked. A code is in stock
-- until a purchase has it, and then that purchase's for ever.
create table gift_card_codes (
  id uuid primary key,
  gift_card_id uuid not null references gift_cards (id),
  purchase_id uuid references purchases (id),
  key_id text not null,
  nonce bytea not null check (length(nonce) = 12),
  -- With the tag of authentication at its end.
  ciphertext bytea not null check (length(ciphertext) > 16),
  fingerprint bytea not null constraint gift_card_codes_fingerprint unique check (length(fingerprint) = 32),
  masked text not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  arrival bigint not null default nextval('gift_card_codes_arrival'::regclass),
  withdrawn_at timestamptz,
  cost_cents integer constraint gift_card_codes_cost_range check (cost_cents >= 0 and cost_cents <= 10000000),
  -- When a code was given to a purchase: on that day its price was spent.
  given_at timestamptz,
  quarantine text check (quarantine in ('sold', 'unproven')),
  constraint gift_card_codes_replaced check (replaced_at is null or purchase_id is not null),
  -- What was sold stays with its purchase; a key that is lost may be found again.
  constraint gift_card_codes_withdrawn check (withdrawn_at is null or purchase_id is null),
  constraint gift_card_codes_quarantine check (quarantine is null or withdrawn_at is not null)
);
create unique index gift_card_codes_purchase on gift_card_codes (purchase_id) where purchase_id is not null
  and replaced_at is null;
create index gift_card_codes_replaced on gift_card_codes (purchase_id) where replaced_at is not null;
-- The newest code of each card, for the table of cards.
create index gift_card_codes_newest on gift_card_codes (gift_card_id, created_at desc, id);
-- Which keys hold codes is asked at every start.
create index gift_card_codes_key on gift_card_codes (key_id);
-- Counted on the overview by the day of the replacement.
create index gift_card_codes_replaced_at on gift_card_codes (replaced_at) where replaced_at is not null;
create index gift_card_codes_stock on gift_card_codes (gift_card_id, arrival) where purchase_id is null
  and withdrawn_at is null;
create index gift_card_codes_given on gift_card_codes (given_at) include (cost_cents) where given_at is not null;
create index gift_card_codes_quarantined on gift_card_codes (gift_card_id) where quarantine is not null;
create trigger gift_card_codes_stay before delete or truncate on gift_card_codes
  for each statement execute function refuse_shop_change();
create trigger sold_codes_stay before update of purchase_id on gift_card_codes
  for each row when (old.purchase_id is not null) execute function refuse_shop_change();
create trigger gift_card_codes_notify after insert on gift_card_codes for each statement
  execute function notify_gift_cards();
create trigger replaced_codes_stay before update of replaced_at on gift_card_codes
  for each row when (old.replaced_at is not null) execute function refuse_unreplacing();
create trigger gift_card_codes_given before insert or update of purchase_id on gift_card_codes
  for each row when (new.purchase_id is not null) execute function date_given_code();

-- Who saw which code, when and from where.
create table code_reveals (
  id uuid default make_uuidv7() primary key,
  code_id uuid not null references gift_card_codes (id),
  viewer_id uuid not null references players (id),
  address text not null,
  revealed_at timestamptz not null
);
create index code_reveals_code on code_reveals (code_id, id);
create index code_reveals_viewer on code_reveals (viewer_id);
create trigger code_reveals_append_only before delete or update on code_reveals
  for each row execute function refuse_all_but_forgetting_address();
create trigger code_reveals_not_emptied before truncate on code_reveals for each statement execute function refuse_change();

-- Sold codes of a lost key: they stay with their purchases, cannot be shown, and may be replaced.
create table lost_code_keys (
  key_id text primary key,
  lost_at timestamptz not null default now()
);

create table restock_alerts (
  id uuid default make_uuidv7() primary key,
  gift_card_id uuid not null,
  player_id uuid not null references players (id),
  asked_at timestamptz not null,
  constraint restock_alerts_once unique (player_id, gift_card_id)
);
-- Who asked first is told first.
create index restock_alerts_waiting on restock_alerts (gift_card_id, asked_at, id);

-- Codes that were sold or shown after the moment that this database was restored to, as its journal has them
-- (docs/operate.md, Backups): what their buyers owe, and what must not come into stock again by an import.
create table lost_codes (
  -- The id that it had. Its row here, if any, may have another by now.
  code_id uuid primary key,
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- Of an order that this database does not have; all null where a code was shown and is in no such order. Without references:
  -- buyer and purchase may be lost as well.
  order_id uuid,
  player_id uuid,
  purchase_id uuid,
  gc_coin bigint check (gc_coin >= 0),
  -- Who saw it: nobody, its buyer, or somebody of whom that cannot be said.
  seen text not null check (seen in ('nobody', 'buyer', 'somebody')),
  noted_at timestamptz not null,
  -- What became of it: paid by its buyer, in stock again, or left to the house.
  settled text check (settled in ('debited', 'released', 'left')),
  settled_at timestamptz,
  constraint lost_codes_check check ((settled is null) = (settled_at is null)),
  constraint lost_codes_check1 check ((order_id is null) = (player_id is null) and (order_id is null) = (gc_coin is null))
);
create index lost_codes_fingerprint on lost_codes (fingerprint);
create index lost_codes_open on lost_codes (order_id) where settled is null and order_id is not null;

alter sequence gift_card_codes_arrival owned by gift_card_codes.arrival;
