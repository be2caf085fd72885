-- Movements of coins, XP and tokens. Nothing else writes wallets and transfers.

-- Transfers, for the SQL of other features. It has the columns and nothing else, so that statements are
-- planned as if they named the table.
create or replace view recorded_transfers as
select id, amount, created_at, currency, type, debit_house, credit_house, debit_player_id, credit_player_id, reference,
  description, idempotency_key
from transfers;

-- One movement in one round trip. `outcome`:
--   moved         done; the balances are those after it (null for a house account)
--   replayed      the key is known with the same input: nothing moves; the first transfer's id and the current balances
--   key_reused    the key is known with different input; nothing moves
--   insufficient  the debited player has less than the amount, namely debit_balance; nothing moves
-- Of two calls with one key at the same time, the later one waits at the wallet or at the unique key, where it fails with
-- a violation of transfers_idempotency_key; a retry then finds the first.
-- Ids of one wallet's transfers ascend in the order in which they were applied, since the wallet's row is locked
-- before the id is drawn. The audit relies on it.
create or replace function ledger_transfer(
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

  -- Between two players both rows are locked in a fixed order, or two opposite movements could wait for each other.
  if p_debit_player is not null and p_credit_player is not null then
    perform from wallets where player_id in (p_debit_player, p_credit_player) and currency = p_currency
    order by player_id for update;
  end if;

  -- The common case, one wallet and a new key, in one statement. It does nothing if there is any reason to answer otherwise.
  if p_debit_player is null or p_credit_player is null then
    with changed as (
      update wallets set balance = balance + case when p_debit_player is null then p_amount else -p_amount end
      where player_id = coalesce(p_debit_player, p_credit_player) and currency = p_currency
        and (p_debit_player is null or balance >= p_amount or p_may_go_below_zero)
        and not exists (select from transfers where idempotency_key = p_key)
      returning balance
    ), moved as (
      insert into transfers (currency, amount, debit_player_id, debit_house, credit_player_id, credit_house,
        type, reference, idempotency_key, description)
      select p_currency, p_amount, p_debit_player, p_debit_house, p_credit_player, p_credit_house,
        p_type, p_reference, p_key, p_description
      from changed
      returning id
    )
    select moved.id, case when p_debit_player is not null then balance end, case when p_credit_player is not null then balance end
    into transfer_id, debit_balance, credit_balance from moved, changed;
    if found then
      outcome := 'moved';
      return;
    end if;
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

    -- The update may have waited for the first movement with this very key, and coins may have come in since: look again
    -- before refusing.
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

-- Many credits from one house account, in a bounded batch: the same invariants as ledger_transfer, for many players in
-- one statement each. Wallets are locked in the order of their players, before any id is drawn. A key that is known with
-- the same input moves nothing; with different input the whole batch fails. Returns how many moved now.
create or replace function ledger_credit_many(
  p_currency currency, p_house house_account, p_type transfer_type, p_description text,
  p_players uuid[], p_amounts bigint[], p_references text[], p_keys text[]
) returns integer
language plpgsql as $$
declare
  reused text;
  moved integer;
  players integer;
  credited integer;
begin
  perform from wallets where player_id = any (p_players) and currency = p_currency order by player_id for update;

  select g.key into reused
  from unnest(p_players, p_amounts, p_references, p_keys) as g (player_id, amount, reference, key)
  join transfers t on t.idempotency_key = g.key
  where (t.currency, t.amount, t.type, t.reference) <> (p_currency, g.amount, p_type, g.reference)
    or (t.debit_house, t.credit_player_id) is distinct from (p_house, g.player_id)
  limit 1;
  if found then
    raise exception 'the key % was used for another transfer', reused using errcode = 'invalid_parameter_value';
  end if;

  with fresh as (
    insert into transfers (currency, amount, debit_house, credit_player_id, type, reference, idempotency_key, description)
    select p_currency, g.amount, p_house, g.player_id, p_type, g.reference, g.key, p_description
    from unnest(p_players, p_amounts, p_references, p_keys) with ordinality
      as g (player_id, amount, reference, key, place)
    where not exists (select from transfers t where t.idempotency_key = g.key)
    order by g.player_id, g.place
    returning credit_player_id, amount
  ), sums as (
    select credit_player_id as player_id, count(*) as transfers, sum(amount)::bigint as amount from fresh group by 1
  ), changed as (
    update wallets w set balance = w.balance + s.amount from sums s
    where w.player_id = s.player_id and w.currency = p_currency
    returning w.player_id
  )
  select (select coalesce(sum(transfers), 0) from sums), (select count(*) from sums), (select count(*) from changed)
  into moved, players, credited;
  if credited <> players then
    raise exception '% of % players have no % wallet', players - credited, players, p_currency
      using errcode = 'foreign_key_violation';
  end if;
  return moved;
end $$;

-- The player's coins, locked until the transaction ends.
create or replace function lock_coins(for_player uuid) returns bigint
language plpgsql as $$
declare
  coins bigint;
begin
  select balance into coins from wallets where player_id = for_player and currency = 'GC' for update;
  if not found then
    raise exception 'player % has no wallet', for_player using errcode = 'foreign_key_violation';
  end if;
  return coins;
end $$;

-- The current balances, as they are sent to the player's open pages after a movement. Read them under lock_live_events.
create or replace function balance_news(for_player uuid, p_delta bigint, p_currency currency, p_description text)
returns table (news jsonb)
language sql stable as $$
  select jsonb_build_object(
    'gamerCoins', coalesce(max(balance) filter (where currency = 'GC'), 0),
    'xp', coalesce(max(balance) filter (where currency = 'XP'), 0),
    'referralTokens', coalesce(max(balance) filter (where currency = 'REFERRAL_TOKEN'), 0),
    'delta', p_delta, 'currency', p_currency, 'description', p_description)
  from wallets where player_id = for_player
$$;

-- Notifies the player's open pages. Call it last: publishing holds a lock per player.
create or replace function announce_balance(for_player uuid, p_delta bigint, p_currency currency, p_description text)
returns void
language plpgsql as $$
begin
  perform lock_live_events(array[for_player]);
  perform publish_live_event(for_player, 'balance', news) from balance_news(for_player, p_delta, p_currency, p_description);
end $$;

-- The same for many players, after one movement each.
create or replace function announce_balances(for_players uuid[], p_deltas bigint[], p_currency currency, p_description text)
returns void
language plpgsql as $$
begin
  perform lock_live_events(for_players);
  perform publish_live_events(array_agg(player_id), 'balance', array_agg(data))
  from (
    select w.player_id, jsonb_build_object(
      'gamerCoins', coalesce(max(w.balance) filter (where w.currency = 'GC'), 0),
      'xp', coalesce(max(w.balance) filter (where w.currency = 'XP'), 0),
      'referralTokens', coalesce(max(w.balance) filter (where w.currency = 'REFERRAL_TOKEN'), 0),
      'delta', c.delta, 'currency', p_currency, 'description', p_description) as data
    from unnest(for_players, p_deltas) as c (player_id, delta)
    join wallets w on w.player_id = c.player_id
    group by w.player_id, c.delta
  ) told
  having count(*) > 0;
end $$;

-- Trigger of transfers and wallets.
create or replace function refuse_ledger_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: the ledger is append-only; reverse a transfer by a new one', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
