-- Passkeys (docs/rules.md, Second factor): what proves a person to a site by a key that never leaves its device.

create table passkeys (
  id uuid primary key default uuidv7(),
  player_id uuid not null references players (id),
  -- The authenticator's own name of the key: no two accounts have the same.
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- As the authenticator gave it (COSE).
  public_key bytea not null,
  -- What the authenticator counts of its uses; a copy of it shows by counting behind.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_player on passkeys (player_id, id);

-- What an authenticator is asked to sign: by one session, for one purpose, once, for minutes.
create table passkey_challenges (
  session_id uuid not null references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'confirm')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);
