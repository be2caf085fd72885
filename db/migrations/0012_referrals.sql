-- Who invited whom, and whether it counts.

create table referrals (
  invitee_id uuid primary key references players (id),
  referrer_id uuid not null references players (id),
  signed_up_at timestamptz not null,
  -- The sign-up came from a network that the referrer used within a day of it.
  is_same_network boolean not null,
  status text not null default 'signed_up'
    check (status in ('signed_up', 'qualified', 'in_review', 'not_counted')),
  hold_reasons text[] not null default '{}',
  -- When the invited player finished a first challenge.
  finished_at timestamptz,
  qualified_at timestamptz,
  decided_by uuid references players (id),
  check (invitee_id <> referrer_id)
);
create index referrals_referrer on referrals (referrer_id, signed_up_at desc);
create index referrals_in_review on referrals (finished_at) where status = 'in_review';

-- From where a player signed in lately: keyed hashes, forgotten after two days.
create table sign_in_networks (
  player_id uuid not null references players (id),
  network_hash text not null,
  seen_at timestamptz not null,
  primary key (player_id, network_hash)
);
create index sign_in_networks_age on sign_in_networks (seen_at);

-- Whoever was invited before this table was there.
insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network)
select id, referred_by, created_at, false from players where referred_by is not null and deleted_at is null;
