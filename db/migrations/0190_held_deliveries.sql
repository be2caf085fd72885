-- Deliveries that an administrator may still undo. A code that a purchase has stays with it (sold_codes_stay), so until the
-- job `release-delivery` carries the delivery out, its code waits here, encrypted as it will be stored.
create table held_deliveries (
  id uuid default make_uuidv7() primary key,
  purchase_id uuid not null constraint held_deliveries_once unique references purchases (id),
  held_at timestamptz not null,
  -- All null where nothing is given: it was sent another way, or the purchase has its code from before.
  code_id uuid,
  key_id text,
  nonce bytea check (length(nonce) = 12),
  ciphertext bytea check (length(ciphertext) > 16),
  fingerprint bytea constraint held_deliveries_fingerprint unique check (length(fingerprint) = 32),
  masked text,
  constraint held_deliveries_code check (num_nulls(code_id, key_id, nonce, ciphertext, fingerprint, masked) in (0, 6))
);
