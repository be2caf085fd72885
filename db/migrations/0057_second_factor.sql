-- Second factor (docs/rules.md): what administrators prove themselves by beside signing in.

-- When a session was last used by somebody, to the minute: those of administrators end when they are left alone. And when it last
-- confirmed the second factor, which is the session's, never the browser's.
alter table sessions
  add used_at timestamptz not null default now(),
  add factor_at timestamptz;
update sessions set used_at = least(now(), greatest(created_at, expires_at - interval '30 days'));
create trigger session_factor_changed after update of factor_at on sessions for each row
  when (old.factor_at is distinct from new.factor_at)
  execute function tell_session_ended();

-- At most one authenticator app per player. It counts from `confirmed_at` on.
create table authenticator_apps (
  player_id uuid primary key references players (id),
  -- The secret, sealed by the application's secret and bound to the player.
  key_id text not null,
  nonce bytea not null check (length(nonce) = 12),
  ciphertext bytea not null,
  started_at timestamptz not null,
  confirmed_at timestamptz,
  -- The half-minute of the last code that was taken: no code counts twice, nor an earlier one.
  last_step bigint not null default 0
);

create table recovery_codes (
  player_id uuid not null references players (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (player_id, code_hash)
);

-- Wrong codes in a row, and until when none are taken after too many.
create table wrong_codes (
  player_id uuid primary key references players (id),
  count integer not null check (count >= 0),
  locked_until timestamptz
);
