-- Purchases: the checkout, its answer, and the protection of what was sold.

-- Purchases as the contract shows them. The code is looked up for each, not joined: planned while the table was empty, a
-- join would read all codes that were ever sold (shop_checkout below).
create or replace view purchased_gift_cards as
select p.player_id, p.order_id, p.id, jsonb_build_object(
    '_id', p.id, 'giftCardId', p.gift_card_id, 'image', g.image, 'title', p.title, 'description', g.description,
    'type', g.type, 'kind', g.kind, 'gcCoin', p.gc_coin, 'hashCode', coalesce((
      select c.masked from gift_card_codes c where c.purchase_id = p.id and c.purchase_id is not null and c.replaced_at is null), ''),
    'status', p.status,
    'purchasedAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'promisedBy', to_char(p.promised_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as item
from purchases p
join gift_cards g on g.id = p.gift_card_id;

-- What is wrong with the lines of a cart, as JSON, or null. `p_codes` are the codes locked for it; null if none have
-- been yet: then the stock counts. Cards that are fulfilled by hand are limited only by the maximum of a line.
create or replace function shop_cart_problems(p_cards uuid[], p_quantities integer[], p_prices bigint[], p_codes uuid[])
returns text
language sql stable as $$
  select jsonb_agg(jsonb_build_object('giftCardId', card_id, 'title', title, 'problem', problem,
    'left', at_most, 'gcCoin', gc_coin) order by n)::text
  from (
    select l.card_id, l.n, coalesce(g.title, '') as title, coalesce(g.gc_coin, 0) as gc_coin,
      case when g.is_active is not true then 0 when g.is_fulfilled_by_hand then 50 else stock.size end as at_most,
      case when g.is_active is not true then 'unavailable'
        when g.gc_coin <> l.price then 'price_changed'
        when stock.size < l.quantity and not g.is_fulfilled_by_hand then 'sold_out' end as problem
    from unnest(p_cards, p_quantities, p_prices) with ordinality as l (card_id, quantity, price, n)
    left join gift_cards g on g.id = l.card_id and g.deleted_at is null
    cross join lateral (
      select count(*) as size from (
        (select from gift_card_codes c where p_codes is null and c.gift_card_id = l.card_id and c.purchase_id is null and c.withdrawn_at is null
        limit 50)
        union all
        select from gift_card_codes c where c.id = any (p_codes) and c.gift_card_id = l.card_id
      ) code
    ) stock
  ) line
  where problem is not null
$$;

-- A whole checkout in one round trip and one transaction: prices, codes, coins, order, the kept answer, the event for
-- other features and the player's open pages. `p_prices` are those that the player saw; null: the current ones. A card
-- may be in one line only. `outcome`:
--   bought        done, or done before under this key; `answer` is the order
--   key_reused    the key is known with different input
--   changed       `answer` lists the lines that are sold out, dearer or cheaper, or not on sale
--   insufficient  `answer` has the coins needed and the balance
-- `p_request_id` is the request's, for the log of what follows. `p_one` and `p_several` describe the purchase of one card
-- and of several, with %s for the titles; `p_counted` is the title of a card that is bought several times, with %s for
-- the number and for the title; `p_separator` is between titles.
-- Everything is checked before anything is written, so all outcomes but the first change nothing.
-- Locks: the player's wallet first, where another checkout of the same player waits; then codes, skipping those that
-- others hold and never waiting for one. So carts can never wait for each other in a circle.
-- Sequential scans are off, since a session plans each step once: plans made for empty tables would scan whole ones
-- later. One plan for all carts: planning for each took a seventh longer. The price: a plan made for an empty shop stays
-- until tables are analysed or the session ends, so each step must find its rows by an index in any order in which it may
-- be planned.
create or replace function shop_checkout(
  p_player uuid, p_key text, p_input_hash bytea, p_cards uuid[], p_quantities integer[], p_prices bigint[], p_at timestamptz,
  p_request_id text, p_one text, p_several text, p_counted text, p_separator text,
  out outcome text, out answer text
)
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  held bigint;
  known record;
  lines record;
  codes uuid[];
  v_order uuid := make_uuidv7();
  v_description text;
  v_items jsonb;
  v_events jsonb[];
  v_answer jsonb;
begin
  held := lock_coins(p_player);
  select * into known from find_answer(p_player, p_key, p_input_hash);
  if found then
    outcome := case when known.is_same_input then 'bought' else 'key_reused' end;
    answer := case when known.is_same_input then known.answer end;
    return;
  end if;

  select count(*) filter (where g.is_active and g.gc_coin = coalesce(l.price, g.gc_coin)) as valid,
    sum(l.quantity) as units, sum(l.quantity * g.gc_coin)::bigint as total_gc,
    array_agg(g.gc_coin order by l.n) as prices, array_agg(g.title order by l.n) as titles,
    string_agg(case when l.quantity = 1 then g.title else format(p_counted, l.quantity, g.title) end, p_separator order by l.n) as names,
    -- As many days as server/platform/db/price-changes.ts has. In the statement that reads the prices: a price that it sees
    -- has its editor.
    json_agg(g.title order by l.n) filter (
      where is_editor('gift-card:' || g.id, p_player, p_at - interval '30 days')) as priced_by_buyer
  into lines
  from unnest(p_cards, p_quantities, p_prices) with ordinality as l (card_id, quantity, price, n)
  left join gift_cards g on g.id = l.card_id and g.deleted_at is null;

  if lines.valid < cardinality(p_cards) then
    outcome := 'changed';
    answer := shop_cart_problems(p_cards, p_quantities, p_prices, null);
    return;
  end if;
  if lines.priced_by_buyer is not null then
    outcome := 'own_price';
    answer := lines.priced_by_buyer;
    return;
  end if;
  if held < lines.total_gc then
    outcome := 'insufficient';
    answer := json_build_object('needed', lines.total_gc, 'balance', held);
    return;
  end if;

  codes := array(
    select stock.id
    from unnest(p_cards, p_quantities) as l (card_id, quantity)
    cross join lateral (
      select c.id from gift_card_codes c where c.gift_card_id = l.card_id and c.purchase_id is null and c.withdrawn_at is null
      order by c.arrival limit l.quantity for update skip locked
    ) stock);

  if cardinality(codes) < lines.units then
    answer := shop_cart_problems(p_cards, p_quantities, p_prices, codes);
    if answer is not null then
      outcome := 'changed';
      return;
    end if;
  end if;

  v_description := left(format(case when lines.units = 1 then p_one else p_several end, lines.names), 200);
  if (ledger_transfer('GC', lines.total_gc, p_player, null, null, 'gift_cards', 'purchase', v_order::text,
    'order:' || v_order, v_description, false)).outcome <> 'moved' then
    raise exception 'the coins of order % did not move', v_order;
  end if;

  with ordered as (
    insert into orders (id, player_id, total_gc, created_at) values (v_order, p_player, lines.total_gc, p_at)
  ), sold as (
    update gift_card_codes set purchase_id = make_uuidv7() where id = any (codes) returning purchase_id, gift_card_id
  )
  insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, title, status, created_at, delivered_at)
  select sold.purchase_id, v_order, p_player, l.card_id, l.price, l.title, 'delivered', p_at, p_at
  from sold join unnest(p_cards, lines.prices, lines.titles) as l (card_id, price, title) on l.card_id = sold.gift_card_id;

  if cardinality(codes) < lines.units then
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, title, status, created_at, promised_by)
    select make_uuidv7(), v_order, p_player, l.card_id, l.price, l.title, 'on_its_way', p_at,
      p_at + make_interval(hours => g.promise_hours)
    from unnest(p_cards, p_quantities, lines.prices, lines.titles) as l (card_id, quantity, price, title)
    join gift_cards g on g.id = l.card_id
    cross join lateral generate_series(
      1, l.quantity - (select count(*) from gift_card_codes c where c.id = any (codes) and c.gift_card_id = l.card_id)
    );
  end if;

  select jsonb_agg(item order by id),
    array_agg(jsonb_build_object('purchaseId', id, 'status', item -> 'status') order by id)
  into v_items, v_events from purchased_gift_cards where player_id = p_player and order_id = v_order;
  v_answer := jsonb_build_object('_id', v_order, 'totalGcCoin', lines.total_gc, 'purchases', v_items,
    'createdAt', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  perform keep_answer(p_player, p_key, p_input_hash, v_answer),
    put_job('purchase.completed', jsonb_build_object('orderId', v_order, 'playerId', p_player), p_request_id),
    lock_live_events(array[p_player]);
  perform log_live_events(p_player, array_fill('purchase'::text, array[lines.units::integer]) || 'balance'::text, v_events || news),
    tell_lines_after_commit(array['live ' || p_player, 'jobs:insert {"count":1}'])
  from balance_news(p_player, -lines.total_gc, 'GC', v_description);
  answer := v_answer;
  outcome := 'bought';
end $$;

-- The signature that processes of the previous version call, which do not say how several titles are written. A migration
-- of the next version drops it.
create or replace function shop_checkout(
  p_player uuid, p_key text, p_input_hash bytea, p_cards uuid[], p_quantities integer[], p_prices bigint[], p_at timestamptz,
  p_request_id text, p_one text, p_several text,
  out outcome text, out answer text
)
language sql set enable_seqscan = off as $$
  select outcome, answer from shop_checkout(p_player, p_key, p_input_hash, p_cards, p_quantities, p_prices, p_at,
    p_request_id, p_one, p_several, '%s x %s', ', ')
$$;

-- The signature before that: it does not describe the purchase, so only the titles are used. The same migration drops it.
create or replace function shop_checkout(
  p_player uuid, p_key text, p_input_hash bytea, p_cards uuid[], p_quantities integer[], p_prices bigint[], p_at timestamptz,
  out outcome text, out answer text
)
language sql set enable_seqscan = off as $$
  select outcome, answer from shop_checkout(p_player, p_key, p_input_hash, p_cards, p_quantities, p_prices, p_at,
    nullif(current_setting('finalring.request_id', true), ''), '%s', '%s')
$$;

-- Looks at codes, as the audit log shows them. Search by `code_id`, which has an index; `subject` has none.
create or replace view recorded_reveals as
select id, viewer_id as actor_id, 'gift-card.reveal' as action, 'gift-card-code:' || code_id as subject,
  null::jsonb as before, null::jsonb as after, '' as reason, address, revealed_at as created_at, 'gift-card.reveal' as words,
  code_id
from code_reveals;

-- The list of cards is served from memory, so every process is notified of every change. A sale's effect on it is
-- notified after the sale (server/features/shop/purchases/purchase-store.ts, announceSoldOut): only then is it known whether
-- it was the last card.
-- Trigger of gift_cards and gift_card_codes.
create or replace function notify_gift_cards() returns trigger
language plpgsql as $$
begin
  perform pg_notify('gift_cards', '');
  return null;
end $$;

-- Triggers of gift_cards, orders, purchases and gift_card_codes.
create or replace function refuse_shop_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: sales are permanent', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Trigger of gift_card_codes.
create or replace function refuse_unreplacing() returns trigger
language plpgsql as $$
begin
  raise exception 'a replaced code stays replaced' using errcode = 'restrict_violation';
end $$;

-- Trigger of code_reveals: append-only, except that the address may be removed.
create or replace function refuse_all_but_forgetting_address() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address = '' and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
    return new;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Counts sold cards. Trigger of purchases.
create or replace function count_card_sales() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('card sales', array_agg(gift_card_id::text), array_agg(sold))
  from (select gift_card_id, count(*) as sold from added group by 1) c
  having count(*) > 0;
  return null;
end $$;

-- Trigger of gift_card_codes: the price of a code counts as spent on the day on which it is given to a purchase.
create or replace function date_given_code() returns trigger
language plpgsql as $$
begin
  new.given_at := coalesce(new.given_at, now());
  return new;
end $$;
