-- Whether the secrets that a process has are those that this database was used with (docs/operate.md, Secrets). A check
-- value is a keyed hash of a constant: it tells two keys apart and nothing of either.

create table secret_checks (
  -- APP_SECRET, CODE_FINGERPRINT_SECRET, or CODE_KEYS: and a key's id.
  name text primary key,
  check_value bytea not null check (length(check_value) = 32),
  first_seen_at timestamptz not null default now()
);

-- Which keys hold codes is asked at every start.
create index gift_card_codes_key on gift_card_codes (key_id);
