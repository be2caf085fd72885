-- Rewards that were collected go out in batches, each a transaction of its own (docs/rules.md, Events): one transaction
-- for all of them held a lock per player and could not end at all once there were more than the lock table has room for.

-- Not null from the moment at which the list of an event's rewards is closed. On the event itself, because whoever gives
-- a reward locks that row and must see it there.
alter table events add column sending_since timestamptz;

create table event_payouts (
  event_id uuid primary key references events (id),
  started_at timestamptz not null,
  -- When the last batch was paid.
  moved_at timestamptz not null,
  finished_at timestamptz,
  -- On the list when it was closed.
  rewards bigint not null check (rewards >= 0),
  rewards_paid bigint not null default 0 check (rewards_paid >= 0),
  amount_paid bigint not null default 0 check (amount_paid >= 0),
  -- Of accounts that were deleted, and what was taken back before its batch came.
  rewards_left_out bigint not null default 0 check (rewards_left_out >= 0),
  -- The last reward of the list that a batch has dealt with.
  up_to_player uuid,
  up_to_reward uuid,
  check (finished_at is null or rewards_paid + rewards_left_out = rewards)
);
create index event_payouts_open on event_payouts (moved_at) where finished_at is null;

-- The order in which the list is paid. It serves whatever the index on the event alone did.
create index event_rewards_to_pay on event_rewards (event_id, player_id, id) where paid_at is null;
drop index event_rewards_collected;

-- A process of the version before would pay the whole rest at once.
create function refuse_completion_while_sending() returns trigger language plpgsql as $$
begin
  if exists (select from event_payouts where event_id = new.id and finished_at is null) then
    raise exception 'the rewards of event % are still being sent', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger events_complete_once_sent before update on events
  for each row when (new.is_completed and not old.is_completed) execute function refuse_completion_while_sending();

-- Many credits from one house account, in a bounded batch: the same invariants as ledger_transfer, for many players in
-- one statement each. Wallets are locked in the order of their players, before any id is drawn. A key that is known with
-- the same input moves nothing; with other input all of it fails. Answers how many moved now.
create function ledger_credit_many(
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

-- What publish_live_event does for one player, for many. Their locks are taken in one order.
create function publish_live_events(for_players uuid[], event_name text, event_data jsonb[]) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7414, turn.lock)
  from (select distinct hashtext(player_id::text) as lock from unnest(for_players) player_id order by lock) turn;
  insert into live_events (player_id, name, data)
  select player_id, event_name, data
  from unnest(for_players, event_data) with ordinality as e (player_id, data, place) order by place;
  perform pg_notify('live', told.player_id::text)
  from (select distinct player_id from unnest(for_players) player_id) told;
end $$;

-- The balances of now for many players' open pages, after one movement each. Call it last.
create function announce_balances(for_players uuid[], p_deltas bigint[], p_currency currency, p_description text)
returns void
language sql as $$
  select publish_live_events(array_agg(player_id), 'balance', array_agg(data))
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
  having count(*) > 0
$$;
