-- Players, how they sign in, their second factor, roles, handles, exports, deletion, and saved views of the dashboard.

create table players (
  id uuid default make_uuidv7() primary key,
  name text not null,
  -- The address in the profile; administrators may edit it. Joining accounts checks only identities.email.
  email text not null,
  avatar_url text,
  role text not null default 'USER',
  is_verified boolean not null default false,
  referral_code text not null unique check (referral_code ~ '^[A-Z0-9]{6,16}$'),
  referred_by uuid references players (id),
  total_referrals integer not null default 0 check (total_referrals >= 0),
  invited_users_count integer not null default 0 check (invited_users_count >= 0),
  -- One player per Discord account, whether linked by the bot or by signing in there.
  discord_user_id text constraint players_discord_user unique,
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  deleted_at timestamptz,
  -- One of our drawn avatars (contract/public-players.ts); null: derived from the id.
  drawn_avatar text,
  role_since timestamptz,
  role_given_by uuid references players (id),
  erased_at timestamptz,
  -- When the rights of each player and role last changed, to the millisecond. After a restore, the server compares it
  -- with the journal to find the changes that this database lacks (docs/decisions/0053).
  authority_at timestamptz,
  -- True if an administrator entered the address: providers no longer update it.
  is_email_entered boolean not null default false,
  -- When the mail server began to refuse this address permanently; null: it hasn't, or no mail was sent yet.
  mail_refused_at timestamptz,
  constraint players_check check (referred_by <> id),
  constraint players_erased_are_deleted check (erased_at is null or deleted_at is not null)
);
create index players_role on players (role) where role <> 'USER';
create index players_referred_by on players (referred_by) where referred_by is not null;
-- Sort orders of the table of users. Balances have no index: every coin movement would have to update it.
create index players_by_date on players (created_at, id) where deleted_at is null;
create index players_by_name on players (lower(name), id) where deleted_at is null;
create index players_by_email on players (lower(email), id) where deleted_at is null;
create index players_by_role on players (role, id) where deleted_at is null;
-- Accounts that wait for erasure; always few.
create index players_to_erase on players (id) where deleted_at is not null and erased_at is null;
-- Suspended users, who are few, in the default order of their list.
create index players_suspended on players (created_at, id) where suspended_at is not null and deleted_at is null;
create index players_mail_refused on players (id) where mail_refused_at is not null and deleted_at is null;
create trigger player_changed after update of role, suspended_at, deleted_at on players
  for each row when (old.role is distinct from new.role or old.suspended_at is distinct from new.suspended_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function tell_session_ended();
create trigger player_words_first after insert on players for each row execute function player_words_changed();
create trigger player_words_changed after update of name, email, referral_code, discord_user_id on players
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email
    or old.referral_code is distinct from new.referral_code or old.discord_user_id is distinct from new.discord_user_id)
  execute function player_words_changed();
create trigger player_first_handle after insert on players
  for each row when (new.deleted_at is null) execute function give_first_handle();
create trigger players_counted after insert on players for each row execute function count_holders();
create trigger players_recounted after update of role, deleted_at on players
  for each row when (old.role <> new.role or old.deleted_at is distinct from new.deleted_at)
    execute function count_holders();
create trigger players_authority before update of role, suspended_at on players
  for each row when (old.role is distinct from new.role or (old.suspended_at is null) <> (new.suspended_at is null))
  execute function note_authority();
create trigger mail_refusal_forgotten before update of email on players
  for each row when (new.email is distinct from old.email) execute function forget_mail_refusal();

-- The three built-in roles take their permissions from the code (contract/permissions.ts), so that a release can add
-- permissions to them. Custom roles store theirs here.
create table roles (
  name text primary key check (name ~ '^[A-Z][A-Z0-9_]{1,39}$'),
  id uuid not null default make_uuidv7() unique,
  permissions text[] not null default '{}'::text[],
  is_built_in boolean not null default false,
  created_at timestamptz not null default now(),
  widened_at timestamptz,
  widened_by uuid references players (id),
  authority_at timestamptz,
  constraint roles_check check (not is_built_in or permissions = '{}'::text[])
);
create trigger role_changed after update of permissions on roles for each row execute function tell_role_changed();
create trigger roles_authority before update of permissions on roles
  for each row when (old.permissions is distinct from new.permissions) execute function note_role();
create trigger roles_deleted before delete on roles for each row execute function note_role();
insert into roles (name, is_built_in) values ('USER', true), ('ADMIN', true), ('SUPER_ADMIN', true);

-- An account at a provider. `subject` is the provider's permanent id; `email` is the last address it verified.
create table identities (
  provider text not null check (provider in ('google', 'discord')),
  subject text not null,
  player_id uuid not null references players (id),
  email text not null check (email = lower(email)),
  email_verified boolean not null,
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz not null default now(),
  first_verified_at timestamptz,
  -- The referral code, kept until the address is verified; then the referral counts and this is cleared.
  pending_referral_code text check (pending_referral_code ~ '^[A-Z0-9]{6,16}$'),
  -- Another account has the same verified address. Welcome coins and the referral wait until that changes.
  welcome_waits boolean not null default false,
  -- Joined an account whose owner has not been notified yet.
  owner_untold boolean not null default false,
  primary key (provider, subject)
);
create index identities_player on identities (player_id);
create index identities_email on identities (email) where email_verified;
create index identities_owner_untold on identities (provider, subject) where owner_untold;
create trigger identities_owner_untold before insert on identities for each row execute function mark_owner_untold();

-- One-time tokens that end a sign-in. Each is deleted on use, and valid only with the cookie of the browser that began
-- the sign-in.
create table sign_in_tokens (
  token_hash bytea primary key,
  browser_hash bytea not null,
  player_id uuid not null references players (id),
  expires_at timestamptz not null
);
create index sign_in_tokens_age on sign_in_tokens (expires_at);

create table sessions (
  id uuid default make_uuidv7() primary key,
  token_hash bytea not null unique,
  player_id uuid not null references players (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Such as "Chrome on Android", for the player's list of sessions.
  device text not null default '' check (length(device) <= 60),
  used_at timestamptz not null default now(),
  factor_at timestamptz
);
create index sessions_player on sessions (player_id);
create index sessions_age on sessions (expires_at);
create trigger session_ended after delete on sessions for each row execute function tell_session_ended();
create trigger session_factor_changed after update of factor_at on sessions
  for each row when (old.factor_at is distinct from new.factor_at) execute function tell_session_ended();

-- At most one per player: a new one replaces it, and use deletes it.
create table discord_link_tokens (
  player_id uuid primary key references players (id),
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- A deletion, under the player's pseudonym in the ledger. If the answer was lost, the same session can request it again
-- for one day, identified by the session's hash.
create table account_deletions (
  player_id uuid primary key references players (id),
  deleted_at timestamptz not null,
  -- The administrator; null if the player asked for it.
  deleted_by uuid references players (id),
  forfeited_gc bigint not null check (forfeited_gc >= 0),
  session_hash bytea,
  -- When the personal data is erased.
  erase_at timestamptz not null default now()
);
create index account_deletions_session on account_deletions (session_hash) where session_hash is not null;

-- Keyed hashes of deleted accounts' identities: a returning player earns no new referral and stays suspended.
create table deleted_identities (
  identity_hash text primary key,
  deleted_at timestamptz not null,
  was_suspended boolean not null default false,
  -- A returning player is still paused.
  play_paused_until timestamptz
);

-- All searchable text of a player in one column, so that one index serves every search. Separate indexes couldn't
-- answer "in any of them", and the Epic name is in another table. One field per line: searches contain no line breaks,
-- so none matches across fields. Triggers keep it up to date.
create table player_search (
  player_id uuid primary key references players (id),
  words text not null
);
alter table player_search alter column words set statistics 1000;
create index player_search_words on player_search using gin (words gin_trgm_ops);

-- Administrators' notes on users. Notes never change; the text is removed when the account is erased.
create table user_notes (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  author_id uuid not null references players (id),
  note text not null check (length(note) <= 2000),
  created_at timestamptz not null
);
create index user_notes_player on user_notes (player_id, id);
create trigger user_notes_append_only before delete or update on user_notes
  for each row execute function refuse_all_but_forgetting_note();
create trigger user_notes_not_emptied before truncate on user_notes for each statement execute function refuse_change();

-- Finished sign-ins, by a hash of their state, so that a copied cookie can't be used a second time. Removed once the
-- cookie would have expired.
create table used_sign_ins (
  state_hash bytea primary key,
  expires_at timestamptz not null,
  outcome bytea,
  ended_at timestamptz
);
create index used_sign_ins_age on used_sign_ins (expires_at);

-- Handles in use, and reserved former ones. Look-alikes are refused: `likeness` is the handle with look-alike
-- characters made equal (handle_likeness in db/functions/accounts.sql).
create table handles (
  likeness text primary key,
  -- Null once the account is deleted; only the reservation remains.
  handle text check (handle ~ '^[A-Za-z0-9]([_-]?[A-Za-z0-9]){2,19}$' and length(handle) <= 20),
  player_id uuid references players (id),
  is_worn boolean not null default true,
  -- When others may take it. Null while in use, and also if an administrator removed it: nobody can take that one.
  free_from timestamptz,
  constraint handles_check check ((handle is null) = (player_id is null)),
  constraint handles_check1 check (not is_worn or (player_id is not null and free_from is null))
);
create unique index handles_worn on handles (player_id) where is_worn;
create index handles_given_up on handles (player_id) where not is_worn;
create index handles_free on handles (free_from) where free_from is not null;
-- Index for the search of users.
create index handles_words on handles using gin (lower(handle) gin_trgm_ops);

-- Handle changes, for the limit on changes and the data export. Deleted with the account.
create table handle_changes (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  handle_before text not null,
  handle text not null,
  changed_by text not null check (changed_by in ('player', 'administrator')),
  changed_at timestamptz not null
);
create index handle_changes_player on handle_changes (player_id, changed_at);

-- Saved views (docs/rules/saved-views.md): a dashboard list's filters and order, under a name.
create table saved_views (
  id uuid default make_uuidv7() primary key,
  owner_id uuid not null references players (id),
  list text not null,
  name text not null check (char_length(name) >= 1 and char_length(name) <= 60),
  -- The list's query string; the list itself interprets it.
  query text not null check (char_length(query) <= 2500),
  is_shared boolean not null,
  created_at timestamptz not null
);
-- Names that differ only in case would be confused.
create unique index saved_views_name on saved_views (owner_id, list, lower(name));
create index saved_views_shared on saved_views (created_at) where is_shared;

-- At most one authenticator app per player, valid from `confirmed_at`.
create table authenticator_apps (
  player_id uuid primary key references players (id),
  -- The secret, encrypted with the application's secret and bound to the player.
  key_id text not null,
  nonce bytea not null check (length(nonce) = 12),
  ciphertext bytea not null,
  started_at timestamptz not null,
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code. Only later steps are accepted, so no code works twice.
  last_step bigint not null default 0
);
create trigger apps_confirmed after update of confirmed_at on authenticator_apps
  for each row when (old.confirmed_at is distinct from new.confirmed_at) execute function note_factors();
create trigger apps_deleted after delete on authenticator_apps
  for each row when (old.confirmed_at is not null) execute function note_factors();

create table recovery_codes (
  player_id uuid not null references players (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  -- Codes from before this column count as older than the whole journal, so a used code that a restore brings back is
  -- removed again.
  created_at timestamptz not null default now(),
  primary key (player_id, code_hash)
);
create trigger recovery_codes_used after update of used_at on recovery_codes for each row execute function note_factors();
create trigger recovery_codes_deleted after delete on recovery_codes for each row execute function note_factors();

-- Consecutive wrong codes, and until when no code is accepted after too many of them.
create table wrong_codes (
  player_id uuid primary key references players (id),
  count integer not null check (count >= 0),
  locked_until timestamptz
);

create table passkeys (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  -- The authenticator's own id for the key, unique across accounts.
  credential_id bytea not null unique check (length(credential_id) >= 1 and length(credential_id) <= 1023),
  -- In COSE, as the authenticator sent it.
  public_key bytea not null,
  -- The authenticator's use counter. A cloned authenticator reveals itself with a lower count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (length(name) >= 1 and length(name) <= 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_player on passkeys (player_id, id);
create trigger passkeys_noted after insert or delete on passkeys for each row execute function note_factors();

-- Challenges for authenticators to sign: each is for one session and one purpose, works once, and expires within
-- minutes.
create table passkey_challenges (
  session_id uuid not null references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'confirm')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);

-- Requests for an archive of all data about a player; a job builds it. The archive is a file outside the database,
-- named after the row and the run that built it.
create table data_exports (
  id uuid default make_uuidv7() primary key,
  player_id uuid not null references players (id),
  status text not null default 'queued' check (status in ('queued', 'working', 'ready', 'failed', 'expired')),
  -- Increases each time a process starts the work, so that a stalled process notices that another has taken over.
  run integer not null default 0,
  failures integer not null default 0,
  sections_done integer not null default 0,
  section_count integer not null,
  asked_at timestamptz not null,
  -- When the work is next due: immediately, some time after a failure, or once the working process stops reporting.
  due_at timestamptz not null,
  ended_at timestamptz,
  bytes bigint,
  expires_at timestamptz,
  constraint data_exports_check check (sections_done >= 0 and sections_done <= section_count),
  constraint data_exports_check1 check ((ended_at is null) = (status in ('queued', 'working'))),
  constraint data_exports_check2 check ((bytes is not null) = (status in ('ready', 'expired'))),
  constraint data_exports_check3 check ((expires_at is not null) = (status in ('ready', 'expired')))
);
create unique index data_exports_one_running on data_exports (player_id) where status in ('queued', 'working');
create index data_exports_of_player on data_exports (player_id, asked_at);
create index data_exports_due on data_exports (due_at) where status in ('queued', 'working');
create index data_exports_expiring on data_exports (expires_at) where status = 'ready';
create index data_exports_asked on data_exports (asked_at);

-- Changes to administrators' rights (docs/rules/approvals.md, 12). Shows who appointed whom, even after someone in the
-- chain has left, and whether somebody removed everyone else who could approve.
create table officer_changes (
  id uuid default make_uuidv7() primary key,
  -- The administrator whose rights or sessions changed.
  player_id uuid not null references players (id),
  actor_id uuid not null references players (id),
  at timestamptz not null,
  -- True if they got a role, or their role got more permissions.
  gives boolean not null,
  -- Whether they could decide on approvals before the change; suspensions are ignored.
  could_decide boolean not null
);
create index officer_changes_player on officer_changes (player_id, at) where gives;
create index officer_changes_time on officer_changes (at) where could_decide;

alter table editors add constraint editors_player_id_fkey foreign key (player_id) references players (id);
alter table admin_changes add constraint admin_changes_actor_id_fkey foreign key (actor_id) references players (id);
alter table players add constraint players_role_fkey foreign key (role) references roles (name) on update cascade;
