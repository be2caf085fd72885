-- The overview (docs/rules.md, Overview) adds up each day of the ledger once. Transfers are append-only, so a day that is
-- over stays as it is; a task sums it up (server/ledger/daily-sums.ts), and later days are added up when they are read.

create table ledger_sums (
  is_only boolean primary key default true check (is_only),
  -- All days before this one (UTC) are in the tables below; null: none.
  summed_until date
);
insert into ledger_sums default values;

-- Coins between players and the house.
create table daily_flows (
  day date not null,
  is_source boolean not null,
  type transfer_type not null,
  amount bigint not null check (amount > 0),
  transfers bigint not null check (transfers > 0),
  primary key (day, is_source, type)
);

-- Who entered a challenge, bought a card or bought coins. Players are no foreign keys, as in transfers.
create table daily_players (
  day date not null,
  player_id uuid not null,
  primary key (day, player_id)
);

-- Who entered a giveaway: the newest, and the winners.
create index giveaway_entries_newest on giveaway_entries (giveaway_id, entered_at desc, player_id);
create index giveaway_entries_winners on giveaway_entries (giveaway_id, won_as) where won_as is not null;
