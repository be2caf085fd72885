-- Gift cards, their codes, orders and purchases.

create sequence gift_card_codes_arrival;

create table gift_cards (
  id uuid default make_uuidv7() primary key,
  title text not null check (length(title) >= 1 and length(title) <= 120),
  description text not null check (length(description) >= 1 and length(description) <= 2000),
  type text not null check (type ~ '^[a-z0-9][a-z0-9-]{0,29}$'),
  -- Path below the base address of pictures, without size and extension; empty if there is no picture.
  image text not null default '',
  gc_coin bigint not null check (gc_coin >= 1 and gc_coin <= 1000000000),
  is_active boolean not null default true,
  -- Sold even without a code in stock; an administrator delivers within the promised hours.
  is_fulfilled_by_hand boolean not null default false,
  promise_hours integer not null default 24 check (promise_hours >= 1 and promise_hours <= 720),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- With this many codes or fewer in stock, the dashboard reports low stock; 0: never.
  low_stock_at integer not null default 5 check (low_stock_at >= 0 and low_stock_at <= 10000),
  kind text not null default 'wallet' check (kind in ('wallet', 'pass', 'item', 'currency', 'subscription')),
  region text not null default '' check (length(region) <= 60),
  how_to_redeem text not null default '' check (length(how_to_redeem) <= 2000)
);
create trigger gift_cards_stay before delete or truncate on gift_cards
  for each statement execute function refuse_shop_change();
create trigger gift_cards_notify after insert or update on gift_cards for each statement
  execute function notify_gift_cards();

-- A purchased cart. No foreign key to players here or in purchases: the checkout debits their wallet in the same
-- transaction, and the wallet references the player (03-ledger.sql).
create table orders (
  id uuid primary key,
  player_id uuid not null,
  total_gc bigint not null check (total_gc > 0),
  created_at timestamptz not null
);
create trigger orders_stay before delete or update or truncate on orders
  for each statement execute function refuse_shop_change();

-- One row per purchased card, with title and price at that time. No foreign key to gift cards: they are never deleted,
-- and the check would make all buyers of one card lock its row.
create table purchases (
  id uuid primary key,
  order_id uuid not null references orders (id),
  player_id uuid not null,
  gift_card_id uuid not null,
  gc_coin bigint not null check (gc_coin > 0),
  created_at timestamptz not null,
  -- When an administrator has to deliver it; null if the code came from stock.
  promised_by timestamptz,
  delivered_at timestamptz,
  refunded_at timestamptz,
  title text not null,
  status text not null check (status in ('delivered', 'on_its_way', 'refunded')),
  -- True if an administrator marked it as sent by other means: delivered without a code here.
  is_elsewhere boolean not null default false,
  -- Undoing the delivery clears is_elsewhere, but the buyer may already have the code: this bars a refund permanently.
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
-- A player's purchases, newest first, and the cards of one order.
create index purchases_player on purchases (player_id, order_id, id);
create index purchases_requests on purchases (promised_by) where promised_by is not null;
-- The table of deliveries: waiting ones first, and each sort order.
create index purchases_waiting on purchases (promised_by) where status = 'on_its_way';
create index purchases_requests_by_date on purchases (created_at desc, id) where promised_by is not null;
create index purchases_by_date on purchases using brin (created_at) with (pages_per_range = 32);
-- Two more sort orders of the list of cards sold without a code.
create index purchases_requests_by_price on purchases (gc_coin, id) where promised_by is not null;
create index purchases_requests_by_title on purchases (lower(title), id) where promised_by is not null;
-- Refunded cards that were sold without a code; there are few.
create index purchases_refunded on purchases (created_at, id) where promised_by is not null and status = 'refunded';
-- Alerts lists all purchases, in each sort order. The indexes purchases_requests* stay, because processes of the
-- previous release use them during an upgrade. A later release drops them.
create index purchases_listed_by_date on purchases (created_at, id);
create index purchases_listed_by_promise on purchases (coalesce(promised_by, created_at), id);
create index purchases_listed_by_price on purchases (gc_coin, id);
create index purchases_listed_by_title on purchases (lower(title), id);
-- A search in Alerts reads the first purchases of each matching title in list order, instead of every purchase. For the
-- order by title it uses purchases_listed_by_title.
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

-- Codes are as good as money: encrypted (server/platform/vault), recognized by a keyed fingerprint, shown masked. A
-- code is in stock until a purchase gets it, and then belongs to that purchase permanently.
create table gift_card_codes (
  id uuid primary key,
  gift_card_id uuid not null references gift_cards (id),
  purchase_id uuid references purchases (id),
  key_id text not null,
  nonce bytea not null check (length(nonce) = 12),
  -- Ends with the authentication tag.
  ciphertext bytea not null check (length(ciphertext) > 16),
  fingerprint bytea not null constraint gift_card_codes_fingerprint unique check (length(fingerprint) = 32),
  masked text not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  arrival bigint not null default nextval('gift_card_codes_arrival'::regclass),
  withdrawn_at timestamptz,
  cost_cents integer constraint gift_card_codes_cost_range check (cost_cents >= 0 and cost_cents <= 10000000),
  -- When a purchase got the code; its cost is booked on that day.
  given_at timestamptz,
  quarantine text check (quarantine in ('sold', 'unproven')),
  constraint gift_card_codes_replaced check (replaced_at is null or purchase_id is not null),
  -- Sold codes stay with their purchase even if their key is lost, since the key may be found again.
  constraint gift_card_codes_withdrawn check (withdrawn_at is null or purchase_id is null),
  constraint gift_card_codes_quarantine check (quarantine is null or withdrawn_at is not null)
);
create unique index gift_card_codes_purchase on gift_card_codes (purchase_id) where purchase_id is not null
  and replaced_at is null;
create index gift_card_codes_replaced on gift_card_codes (purchase_id) where replaced_at is not null;
-- Each card's newest code, for the table of cards.
create index gift_card_codes_newest on gift_card_codes (gift_card_id, created_at desc, id);
-- Every start checks which keys are in use.
create index gift_card_codes_key on gift_card_codes (key_id);
-- The overview counts replacements by day.
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

-- Who saw which code, when, and from which address.
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

-- Lost keys of sold codes. Those codes stay with their purchases and can't be shown, but can be replaced.
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
-- Players are notified in the order in which they asked.
create index restock_alerts_waiting on restock_alerts (gift_card_id, asked_at, id);

-- Codes sold or shown after the backup that this database was restored from, according to the journal (docs/operate.md,
-- Backups). They show what buyers owe, and which codes an import must not put into stock again.
create table lost_codes (
  -- The code's id at that time. If the code was imported again, its row has another id.
  code_id uuid primary key,
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- An order that this database lacks; all null for a code that was only shown. No foreign keys: the restore may have
  -- lost the buyer and the purchase too.
  order_id uuid,
  player_id uuid,
  purchase_id uuid,
  gc_coin bigint check (gc_coin >= 0),
  -- Who saw the code: nobody, its buyer, or somebody unknown.
  seen text not null check (seen in ('nobody', 'buyer', 'somebody')),
  noted_at timestamptz not null,
  -- The outcome: charged to its buyer, back in stock, or a loss of the house.
  settled text check (settled in ('debited', 'released', 'left')),
  settled_at timestamptz,
  constraint lost_codes_check check ((settled is null) = (settled_at is null)),
  constraint lost_codes_check1 check ((order_id is null) = (player_id is null) and (order_id is null) = (gc_coin is null))
);
create index lost_codes_fingerprint on lost_codes (fingerprint);
create index lost_codes_open on lost_codes (order_id) where settled is null and order_id is not null;

alter sequence gift_card_codes_arrival owned by gift_card_codes.arrival;
