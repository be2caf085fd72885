-- Giveaways, entries, draws and prizes.

create table giveaways (
  id uuid default make_uuidv7() primary key,
  title text not null,
  prize_type currency not null check (prize_type in ('GC', 'XP')),
  -- Per winner.
  prize_amount bigint not null check (prize_amount > 0),
  winner_count integer not null check (winner_count > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_active boolean not null default true,
  -- 64 hex digits; secret until the draw.
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz,
  entrants_hash text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint giveaways_check check (ends_at > starts_at),
  constraint giveaways_check1 check ((drawn_at is null) = (entrants_hash is null))
);
create index giveaways_to_draw on giveaways (ends_at) where drawn_at is null and deleted_at is null;
create trigger giveaways_keep_terms before update on giveaways for each row execute function keep_giveaway_terms();

-- `entry` is the published pseudonym; only the database knows the player.
create table giveaway_entries (
  giveaway_id uuid not null references giveaways (id),
  player_id uuid not null references players (id),
  entry uuid not null default gen_random_uuid() unique,
  entered_at timestamptz not null,
  -- Place in the draw, from 1; null: did not win.
  won_as integer,
  -- When a batch paid the prize. Before batches existed, the draw itself paid its winners: those giveaways have no
  -- payout row.
  paid_at timestamptz,
  primary key (giveaway_id, player_id)
);
create index giveaway_entries_player on giveaway_entries (player_id);
-- The newest participants, and the winners.
create index giveaway_entries_newest on giveaway_entries (giveaway_id, entered_at desc, player_id);
create index giveaway_entries_winners on giveaway_entries (giveaway_id, won_as) where won_as is not null;
-- The draw reads entries in this order, as does anyone who repeats it.
create index giveaway_entries_in_order on giveaway_entries (giveaway_id, entry);
create trigger giveaway_entries_stay before insert or delete or update on giveaway_entries
  for each row execute function keep_drawn_entries();
create trigger giveaway_entries_counted after insert on giveaway_entries referencing new table as changed
  for each statement execute function count_giveaway_entries();
create trigger giveaway_entries_uncounted after delete on giveaway_entries referencing old table as changed
  for each statement execute function count_giveaway_entries();

create table giveaway_payouts (
  giveaway_id uuid primary key references giveaways (id),
  started_at timestamptz not null,
  -- When the last batch was paid.
  moved_at timestamptz not null,
  finished_at timestamptz,
  -- Winners of the draw.
  prizes integer not null check (prizes >= 0),
  prizes_paid integer not null default 0 check (prizes_paid >= 0),
  -- Winners whose account was deleted before their batch.
  prizes_left_out integer not null default 0 check (prizes_left_out >= 0),
  -- The last winner that a batch has processed.
  up_to_player uuid,
  constraint giveaway_payouts_check check ((prizes_paid + prizes_left_out) <= prizes),
  constraint giveaway_payouts_check1 check (finished_at is null or (prizes_paid + prizes_left_out) = prizes)
);
create index giveaway_payouts_open on giveaway_payouts (moved_at) where finished_at is null;

create table giveaway_editors (
  giveaway_id uuid not null references giveaways (id),
  player_id uuid not null references players (id),
  primary key (giveaway_id, player_id)
);
create trigger giveaway_editors_copied after insert on giveaway_editors for each row execute function copy_giveaway_editor();
