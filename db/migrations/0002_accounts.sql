-- Who players are, how they prove it, and what they may do.

-- The three built-in roles take their permissions from the code (contract/permissions.ts), so that a new permission
-- reaches them with the release that brings it; custom roles keep theirs here.
create table roles (
  name text primary key check (name ~ '^[A-Z][A-Z0-9_]{1,39}$'),
  id uuid not null unique default uuidv7(),
  permissions text[] not null default '{}',
  is_built_in boolean not null default false,
  created_at timestamptz not null default now(),
  check (not is_built_in or permissions = '{}')
);
insert into roles (name, is_built_in) values ('USER', true), ('ADMIN', true), ('SUPER_ADMIN', true);

create table players (
  id uuid primary key default uuidv7(),
  name text not null,
  -- What the profile shows; administrators may edit it. Joining accounts looks at identities.email only.
  email text not null,
  avatar_url text,
  role text not null default 'USER' references roles (name),
  is_verified boolean not null default false,
  referral_code text not null unique check (referral_code ~ '^[A-Z0-9]{6,16}$'),
  referred_by uuid references players (id) check (referred_by <> id),
  total_referrals integer not null default 0 check (total_referrals >= 0),
  invited_users_count integer not null default 0 check (invited_users_count >= 0),
  -- One player per Discord account, whether linked by the bot or by signing in there.
  discord_user_id text constraint players_discord_user unique,
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  deleted_at timestamptz
);
create index players_role on players (role) where role <> 'USER';
create index players_referred_by on players (referred_by) where referred_by is not null;

-- An account at a provider. `subject` is the provider's own lasting id; `email` is what it verified last.
create table identities (
  provider text not null check (provider in ('google', 'discord')),
  subject text not null,
  player_id uuid not null references players (id),
  email text not null check (email = lower(email)),
  email_verified boolean not null,
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identities_player on identities (player_id);
create index identities_email on identities (email) where email_verified;

-- The token of the address that a sign-in ends at. Deleted by its one use; counts only together with the cookie of
-- the browser that began the sign-in.
create table sign_in_tokens (
  token_hash bytea primary key,
  browser_hash bytea not null,
  player_id uuid not null references players (id),
  expires_at timestamptz not null
);
create index sign_in_tokens_age on sign_in_tokens (expires_at);

create table sessions (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  player_id uuid not null references players (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_player on sessions (player_id);
create index sessions_age on sessions (expires_at);

-- At most one per player: a newer one replaces it, its use deletes it.
create table discord_link_tokens (
  player_id uuid primary key references players (id),
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Processes cache sessions for seconds. Whatever ends one or changes what its player may do is told to all of them by
-- the database itself, so that no code path can forget to. Payload: a session's or a player's id, or '*'.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', old.id::text);
  return null;
end $$;
create trigger session_ended after delete on sessions for each row execute function tell_session_ended();

create trigger player_changed after update of role, suspended_at, deleted_at on players for each row
  when ((old.role, old.suspended_at, old.deleted_at) is distinct from (new.role, new.suspended_at, new.deleted_at))
  execute function tell_session_ended();

create function tell_role_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', '*');
  return null;
end $$;
create trigger role_changed after update of permissions on roles for each row execute function tell_role_changed();
