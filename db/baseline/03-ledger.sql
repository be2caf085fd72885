-- Movements of coins, XP and tokens, wallets, and sums.

-- One balance per player and currency. A house account's balance is the sum of its transfers: a balance row would make
-- all movements wait for each other. The bounds keep every amount exact as a JavaScript number.
create table wallets (
  player_id uuid not null references players (id),
  currency currency not null,
  balance bigint not null default 0
    constraint wallets_balance_range check (balance >= -9007199254740991 and balance <= 9007199254740991),
  primary key (player_id, currency)
) with (fillfactor = 60);
create trigger wallets_stay before delete or truncate on wallets for each statement execute function refuse_ledger_change();

create table ledger_sums (
  is_only boolean default true primary key check (is_only),
  -- Days (UTC) before this one are summed in the tables below; null: none yet.
  summed_until date
);
insert into ledger_sums default values;

-- Coins between players and the house.
create table daily_flows (
  day date not null,
  is_source boolean not null,
  type transfer_type not null,
  amount bigint not null check (amount > 0),
  transfers bigint not null check (transfers > 0),
  primary key (day, is_source, type)
);

-- Players who entered a challenge, bought a card or bought coins. No foreign key to players, for the reason given at
-- transfers.
create table daily_players (
  day date not null,
  player_id uuid not null,
  primary key (day, player_id)
);

-- The sums of a player's statement up to one transfer, so that only newer transfers need adding. A read stores them
-- after it has added up many transfers; movements never write here. The ids of a wallet's transfers ascend in the order
-- in which they were applied, so no older transfer can appear later.
create table statement_sums (
  player_id uuid primary key references players (id),
  up_to_id bigint not null,
  totals jsonb not null,
  bonus_up_to_id bigint,
  bonus_left bigint
);

-- No foreign key to players: `ledger_transfer` updates the wallet in the same statement, which references the player
-- and can't be deleted. A second check would lock the player's row on every movement.
create table transfers (
  id bigint generated always as identity primary key,
  amount bigint not null constraint transfers_amount_range check (amount >= 1 and amount <= 1000000000000),
  created_at timestamptz not null default now(),
  currency currency not null,
  type transfer_type not null,
  debit_house house_account,
  credit_house house_account,
  debit_player_id uuid,
  credit_player_id uuid,
  reference text not null,
  description text not null,
  idempotency_key text not null constraint transfers_idempotency_key unique,
  constraint transfers_one_credit check (num_nonnulls(credit_player_id, credit_house) = 1),
  constraint transfers_one_debit check (num_nonnulls(debit_player_id, debit_house) = 1),
  constraint transfers_two_accounts check (debit_player_id is distinct from credit_player_id
    or debit_house is distinct from credit_house),
  -- XP awards never move coins, since the breakdown of coins has no part for them.
  constraint transfers_xp_award check (type <> 'xp_award' or currency = 'XP')
);
-- A player's statement, newest first.
create index transfers_debit_player on transfers (debit_player_id, id) where debit_player_id is not null;
create index transfers_credit_player on transfers (credit_player_id, id) where credit_player_id is not null;
-- Sums house accounts from the index alone.
create index transfers_debit_house on transfers (debit_house, currency) include (amount) where debit_house is not null;
create index transfers_credit_house on transfers (credit_house, currency) include (amount) where credit_house is not null;
-- The overview sums rows of a time span (docs/rules/overview.md, 1). Rows arrive in date order, so a BRIN index finds a
-- span and costs almost nothing to maintain.
create index transfers_by_date on transfers using brin (created_at) with (pages_per_range = 32);
create trigger transfers_append_only before delete or update or truncate on transfers
  for each statement execute function refuse_ledger_change();
