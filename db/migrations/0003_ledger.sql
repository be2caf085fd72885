-- The ledger (docs/rules.md, Ledger). A transfer moves a positive amount of one currency from one account to
-- another, so every currency sums to zero by construction. Accounts are players, and the house's.

create type house_account as enum ('escrow', 'rewards', 'fees', 'coin_sales', 'gift_cards', 'adjustments');

create type transfer_type as enum (
  'challenge_entry', 'challenge_reward', 'challenge_refund', 'challenge_fee', 'purchase', 'purchase_refund',
  'admin_credit', 'coin_purchase', 'event_reward', 'giveaway_prize', 'referral_reward', 'xp_award', 'reversal'
);

-- One balance per player and currency. House accounts have none: a row that every movement updates would make
-- all of them wait for each other; their balance is the sum of their transfers.
-- The bounds keep every amount a whole number in JavaScript too.
create table wallets (
  player_id uuid not null references players (id),
  currency currency not null,
  balance bigint not null default 0
    constraint wallets_balance_range check (balance between -9007199254740991 and 9007199254740991),
  primary key (player_id, currency)
) with (fillfactor = 60);

-- Players are not foreign keys here: `ledger_transfer` updates their wallet, which is one, in the same statement,
-- and wallets cannot be deleted. Another check of it would lock the player's row in every movement.
create table transfers (
  id bigint generated always as identity primary key,
  amount bigint not null constraint transfers_amount_range check (amount between 1 and 9007199254740991),
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
  constraint transfers_one_debit check (num_nonnulls(debit_player_id, debit_house) = 1),
  constraint transfers_one_credit check (num_nonnulls(credit_player_id, credit_house) = 1),
  constraint transfers_two_accounts
    check ((debit_player_id, debit_house) is distinct from (credit_player_id, credit_house)),
  -- The breakdown of coins has no part for it.
  constraint transfers_xp_award check (type <> 'xp_award' or currency = 'XP')
);

-- A player's statement, newest first.
create index transfers_debit_player on transfers (debit_player_id, id) where debit_player_id is not null;
create index transfers_credit_player on transfers (credit_player_id, id) where credit_player_id is not null;
-- Sums of house accounts without reading the table.
create index transfers_debit_house on transfers (debit_house, currency) include (amount) where debit_house is not null;
create index transfers_credit_house on transfers (credit_house, currency) include (amount) where credit_house is not null;

create function refuse_ledger_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: the ledger is append-only; reverse a transfer by a new one', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_ledger_change();
create trigger wallets_stay before delete or truncate on wallets
  for each statement execute function refuse_ledger_change();

-- One movement in one round trip. `outcome`:
--   moved         done; the balances are those after it (null for a house account)
--   replayed      the key is known with the same input: nothing moves, the first transfer's id, balances of now
--   key_reused    the key is known with other input; nothing moves
--   insufficient  the debited player has less than the amount; nothing moves, debit_balance is what there is
-- Two calls with one key at the same time: the later one waits at the wallet or at the unique key and fails there
-- with a violation of transfers_idempotency_key; tried again it finds the first.
-- Ids of one wallet's transfers ascend in the order in which they were applied, since the wallet's row is locked
-- before the id is drawn. The audit relies on it.
create function ledger_transfer(
  p_currency currency, p_amount bigint,
  p_debit_player uuid, p_debit_house house_account, p_credit_player uuid, p_credit_house house_account,
  p_type transfer_type, p_reference text, p_key text, p_description text, p_may_go_below_zero boolean,
  out transfer_id bigint, out outcome text, out debit_balance bigint, out credit_balance bigint
)
language plpgsql as $$
declare
  known transfers;
begin
  if p_may_go_below_zero and p_type <> 'reversal' then
    raise exception 'only a reversal may take a balance below zero' using errcode = 'invalid_parameter_value';
  end if;

  -- Between two players both rows are locked in one order, or two opposite movements could wait for each other.
  if p_debit_player is not null and p_credit_player is not null then
    perform from wallets where player_id in (p_debit_player, p_credit_player) and currency = p_currency
    order by player_id for update;
  end if;

  loop
    select * into known from transfers where idempotency_key = p_key;
    if found then
      select balance into debit_balance from wallets where player_id = p_debit_player and currency = p_currency;
      select balance into credit_balance from wallets where player_id = p_credit_player and currency = p_currency;
      transfer_id := known.id;
      outcome := case
        when (known.currency, known.amount, known.type, known.reference) = (p_currency, p_amount, p_type, p_reference)
          and (known.debit_player_id, known.debit_house, known.credit_player_id, known.credit_house)
            is not distinct from (p_debit_player, p_debit_house, p_credit_player, p_credit_house)
        then 'replayed' else 'key_reused' end;
      return;
    end if;

    exit when p_debit_player is null;
    update wallets set balance = balance - p_amount
    where player_id = p_debit_player and currency = p_currency and (balance >= p_amount or p_may_go_below_zero)
    returning balance into debit_balance;
    exit when found;

    -- The update may have waited for the very movement that this is a duplicate of, and coins may have come in
    -- since: look again before refusing.
    select balance into debit_balance from wallets where player_id = p_debit_player and currency = p_currency;
    if not found then
      raise exception 'player % has no % wallet', p_debit_player, p_currency using errcode = 'foreign_key_violation';
    end if;
    if debit_balance < p_amount and not exists (select from transfers where idempotency_key = p_key) then
      outcome := 'insufficient';
      return;
    end if;
  end loop;

  if p_credit_player is not null then
    update wallets set balance = balance + p_amount
    where player_id = p_credit_player and currency = p_currency
    returning balance into credit_balance;
    if not found then
      raise exception 'player % has no % wallet', p_credit_player, p_currency using errcode = 'foreign_key_violation';
    end if;
  end if;

  insert into transfers (currency, amount, debit_player_id, debit_house, credit_player_id, credit_house,
    type, reference, idempotency_key, description)
  values (p_currency, p_amount, p_debit_player, p_debit_house, p_credit_player, p_credit_house,
    p_type, p_reference, p_key, p_description)
  returning id into transfer_id;
  outcome := 'moved';
end $$;
