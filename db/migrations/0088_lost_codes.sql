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
  check ((settled is null) = (settled_at is null)),
  check ((order_id is null) = (player_id is null) and (order_id is null) = (gc_coin is null))
);
create index lost_codes_fingerprint on lost_codes (fingerprint);
create index lost_codes_open on lost_codes (order_id) where settled is null and order_id is not null;

-- What buyers of before a restore pay for what they have.
alter type transfer_type add value 'lost_purchase';
