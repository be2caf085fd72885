-- Promotions (events), rewards and payouts, limits on coins given out, and referrals.

create table events (
  id uuid default make_uuidv7() primary key,
  title text not null,
  description text not null default '',
  type text not null check (type = upper(type)),
  triggers text[] not null
    check (cardinality(triggers) > 0 and array_position(triggers, null::text) is null
      and array_to_string(triggers, ',') ~ '^[A-Z][A-Z_]*(,[A-Z][A-Z_]*)*$'),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  leaderboard_rewards bigint[] not null default '{}'::bigint[],
  -- False: rewards are only collected; an administrator sends them.
  auto_run boolean not null default true,
  is_active boolean not null default true,
  is_completed boolean not null default false,
  reward_currency currency not null default 'GC' check (reward_currency in ('GC', 'XP')),
  reward_amount bigint not null default 0 check (reward_amount >= 0),
  multiplier numeric(6,2) not null default 1 check (multiplier > 0),
  -- Maximum rewards per player in total, and per player and UTC day; 0 means no limit.
  user_cap integer not null default 0 check (user_cap >= 0),
  daily_cap integer not null default 0 check (daily_cap >= 0),
  -- The most that the event may pay in total; null means no limit.
  budget bigint check (budget >= 0),
  budget_spent bigint not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  completed_at timestamptz,
  -- Set once players have been notified of the start.
  start_told_at timestamptz,
  -- When the event's list of rewards was closed; null until then. It is on the event because every new reward locks
  -- this row and must see it.
  sending_since timestamptz,
  ranked_at timestamptz,
  -- A second administrator approved the event's rewards, so they count against no daily limit
  -- (docs/rules/coin-limits.md, 3).
  is_approved boolean not null default false,
  constraint events_check check (budget_spent <= coalesce(budget, budget_spent)),
  constraint events_check1 check (ends_at > starts_at)
);
create index events_open on events using gin (triggers) where is_active and not is_completed;
create index events_to_end on events (ends_at) where auto_run and not is_completed;
create trigger events_complete_once_sent before update on events
  for each row when (new.is_completed and not old.is_completed) execute function refuse_completion_while_sending();
create trigger events_approval_withdrawn before update of triggers, starts_at, ends_at, leaderboard_rewards, auto_run,
  reward_currency, reward_amount, multiplier, user_cap, daily_cap, budget on events
  for each row when (old.is_approved and (old.triggers is distinct from new.triggers
    or old.starts_at is distinct from new.starts_at or old.ends_at is distinct from new.ends_at
    or old.leaderboard_rewards is distinct from new.leaderboard_rewards or old.auto_run is distinct from new.auto_run
    or old.reward_currency is distinct from new.reward_currency or old.reward_amount is distinct from new.reward_amount
    or old.multiplier is distinct from new.multiplier or old.user_cap is distinct from new.user_cap
    or old.daily_cap is distinct from new.daily_cap or old.budget is distinct from new.budget))
  execute function withdraw_event_approval();

-- One row per event and player, locked while caps are checked.
create table event_players (
  event_id uuid not null references events (id) on delete cascade,
  player_id uuid not null references players (id),
  primary key (event_id, player_id)
);

-- One reward per event, player and cause. `cause` names the reason, such as 'first-sign-in:google' or an attempt.
create table event_rewards (
  id uuid default make_uuidv7() primary key,
  -- Events with rewards can't be deleted: the ledger refers to these rows.
  event_id uuid not null references events (id),
  player_id uuid not null references players (id),
  trigger text not null,
  cause text not null,
  currency currency not null,
  amount bigint not null check (amount > 0),
  -- When the cause happened; its UTC day counts towards the daily cap.
  caused_at timestamptz not null,
  -- Null while collected but not sent.
  paid_at timestamptz,
  -- When it was taken back because its attempt or payment was undone.
  taken_back_at timestamptz,
  -- Place on the board of an ACTIVITY_WEEKLY event.
  rank integer,
  taken_back bigint not null default 0,
  -- How many times part of it was taken back or given again; part of those transfers' keys.
  reversals integer not null default 0,
  -- The amount actually paid, if some was taken back beforehand; otherwise null.
  paid_amount bigint,
  -- True if the reward came after the list was closed, on a day whose limit was used up. The list is paid regardless of
  -- the daily limit; late rewards are paid afterwards, as the limit allows.
  is_late boolean not null default false,
  constraint event_rewards_once unique (event_id, player_id, cause),
  constraint event_rewards_taken_back check (taken_back >= 0 and taken_back <= amount),
  constraint event_rewards_gone check ((taken_back_at is not null) = (taken_back = amount))
);
create index event_rewards_player on event_rewards (player_id);
create index event_rewards_cause on event_rewards (cause);
-- The order in which the list is paid. This index replaces one on the event alone.
create index event_rewards_to_pay on event_rewards (event_id, player_id, id) where paid_at is null;
create index event_rewards_late on event_rewards (event_id) where is_late and paid_at is null;
create trigger event_rewards_counted after insert on event_rewards referencing new table as added
  for each statement execute function count_event_rewards();
create trigger event_rewards_recounted after update on event_rewards referencing old table as removed new table as added
  for each statement execute function count_event_rewards();
create trigger event_rewards_uncounted after delete on event_rewards referencing old table as removed
  for each statement execute function count_event_rewards();

-- Identities whose first sign-in has been rewarded, as keyed hashes. They outlive the account, so that a player who
-- deletes it and returns isn't new.
create table first_sign_ins (
  id bigint generated always as identity primary key,
  identity_hash text not null unique,
  player_id uuid not null references players (id)
);
create index first_sign_ins_player on first_sign_ins (player_id);

-- Causes that no longer count. Recorded even before anything was paid, because the undoing may be processed before its
-- cause.
create table undone_causes (
  cause text primary key,
  at timestamptz not null,
  -- The fraction that no longer counts: `taken` of `whole`. Older rows are undone entirely.
  taken bigint not null default 1 check (taken >= 0),
  whole bigint not null default 1 check (whole > 0)
);

create table referrals (
  invitee_id uuid primary key references players (id),
  referrer_id uuid not null references players (id),
  signed_up_at timestamptz not null,
  -- True if the invitee signed up from a network that the referrer had used within a day.
  is_same_network boolean not null,
  status text not null default 'signed_up' check (status in ('signed_up', 'qualified', 'in_review', 'not_counted')),
  hold_reasons text[] not null default '{}'::text[],
  -- When the invited player finished their first challenge.
  finished_at timestamptz,
  qualified_at timestamptz,
  decided_by uuid references players (id),
  -- The finished attempt that made the referral count, or that it is held for.
  attempt_id uuid,
  -- How many times it has counted; part of the keys of its token and its rewards. `qualified` with 0 means once.
  qualifications integer not null default 0 check (qualifications >= 0),
  constraint referrals_check check (invitee_id <> referrer_id)
);
create index referrals_referrer on referrals (referrer_id, signed_up_at desc);
create index referrals_in_review on referrals (finished_at) where status = 'in_review';
-- Referrals by sign-up date.
create index referrals_signed_up on referrals (signed_up_at);

-- Networks of recent sign-ins, as keyed hashes; deleted after two days.
create table sign_in_networks (
  player_id uuid not null references players (id),
  network_hash text not null,
  seen_at timestamptz not null,
  primary key (player_id, network_hash)
);
create index sign_in_networks_age on sign_in_networks (seen_at);
create index sign_in_networks_hash on sign_in_networks (network_hash, player_id);

create table event_payouts (
  event_id uuid primary key references events (id),
  started_at timestamptz not null,
  -- When the last batch was paid.
  moved_at timestamptz not null,
  finished_at timestamptz,
  -- Number of rewards on the list when it was closed.
  rewards bigint not null check (rewards >= 0),
  rewards_paid bigint not null default 0 check (rewards_paid >= 0),
  amount_paid bigint not null default 0 check (amount_paid >= 0),
  -- Skipped rewards: the account was deleted, or the reward was taken back before its batch.
  rewards_left_out bigint not null default 0 check (rewards_left_out >= 0),
  -- The last reward that a batch has processed.
  up_to_player uuid,
  up_to_reward uuid,
  constraint event_payouts_check check (finished_at is null or (rewards_paid + rewards_left_out) = rewards)
);
create index event_payouts_open on event_payouts (moved_at) where finished_at is null;

-- Administrators who created or edited an event never get anything from it, even after they lose that role
-- (docs/rules/events.md, 9). The same holds for giveaways (giveaways.md, 2).
create table event_editors (
  event_id uuid not null references events (id),
  player_id uuid not null references players (id),
  primary key (event_id, player_id)
);
create trigger event_editors_copied after insert on event_editors for each row execute function copy_event_editor();

-- The last calculated ranking of each ACTIVITY_WEEKLY event. Ranking on each call would add up all its attempts every
-- time.
create table event_standings (
  event_id uuid not null references events (id) on delete cascade,
  player_id uuid not null references players (id),
  rank integer not null check (rank > 0),
  xp bigint not null,
  primary key (event_id, player_id)
);
create index event_standings_rank on event_standings (event_id, rank);
