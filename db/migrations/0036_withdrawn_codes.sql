-- Codes whose key is lost are taken off sale for good (docs/operate.md, A lost secret): nobody can read them any more. Their
-- fingerprints go, so that the same codes may be imported again.

alter table gift_card_codes
  add column withdrawn_at timestamptz,
  -- What was sold stays with its purchase; a key that is lost may be found again.
  add constraint gift_card_codes_withdrawn check (withdrawn_at is null or purchase_id is null);

drop index gift_card_codes_stock;
create index gift_card_codes_stock on gift_card_codes (gift_card_id, arrival)
  where purchase_id is null and withdrawn_at is null;

do $$
declare
  name text;
  before text;
  after text;
begin
  foreach name in array array['shop_checkout', 'shop_cart_problems'] loop
    before := pg_get_functiondef(name::regproc);
    after := replace(before, 'c.purchase_id is null', 'c.purchase_id is null and c.withdrawn_at is null');
    if after = before then
      raise exception '% does not look at stock as it did', name;
    end if;
    execute after;
  end loop;
end $$;

-- Sold codes of a lost key: they stay with their purchases, cannot be shown, and may be replaced.
create table lost_code_keys (
  key_id text primary key,
  lost_at timestamptz not null default now()
);
