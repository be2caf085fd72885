-- Giveaways: free to enter, drawn so that anybody can check it (contract/draw.ts).

create table giveaways (
  id uuid primary key default uuidv7(),
  title text not null,
  prize_type currency not null check (prize_type in ('GC', 'XP')),
  -- For each winner.
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
  check (ends_at > starts_at),
  check ((drawn_at is null) = (entrants_hash is null))
);
create index giveaways_to_draw on giveaways (ends_at) where drawn_at is null and deleted_at is null;

-- `entry` is the pseudonym that is published; only the database knows whose it is.
create table giveaway_entries (
  giveaway_id uuid not null references giveaways (id),
  player_id uuid not null references players (id),
  entry uuid not null unique default gen_random_uuid(),
  entered_at timestamptz not null,
  -- Place in the draw, from 1; null: did not win.
  won_as integer,
  primary key (giveaway_id, player_id)
);
create index giveaway_entries_player on giveaway_entries (player_id);

-- From the first entry on the terms stand, whoever writes.
create function keep_giveaway_terms() returns trigger language plpgsql as $$
begin
  if (new.title, new.prize_type, new.prize_amount, new.winner_count, new.starts_at, new.ends_at, new.seed, new.commitment)
      is distinct from
     (old.title, old.prize_type, old.prize_amount, old.winner_count, old.starts_at, old.ends_at, old.seed, old.commitment)
    and exists (select from giveaway_entries where giveaway_id = old.id)
  then
    raise exception 'the terms of giveaway % are fixed: players have entered it', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger giveaways_keep_terms before update on giveaways for each row execute function keep_giveaway_terms();

-- What was drawn stays drawn, and nobody enters afterwards.
create function keep_drawn_entries() returns trigger language plpgsql as $$
begin
  if exists (select from giveaways where id = coalesce(new.giveaway_id, old.giveaway_id) and drawn_at is not null) then
    raise exception 'the giveaway is drawn: its entries stay as they are' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger giveaway_entries_stay before insert or update or delete on giveaway_entries
  for each row execute function keep_drawn_entries();
