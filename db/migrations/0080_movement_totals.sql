-- What moved so far by currency, reason and direction, for /metrics: counted by a job leaf by leaf of the sealed ledger, in which
-- every transfer stands once and for ever in one order. So nothing is counted twice or left out, no call waits for it, and
-- nobody reads the ledger again to say it.
create table movement_count (
  is_only boolean primary key default true check (is_only),
  -- Leaves that are counted.
  leaves bigint not null default 0 check (leaves >= 0)
);
insert into movement_count default values;

create table movement_totals (
  currency currency not null,
  type transfer_type not null,
  -- made: from the house to a player; spent: the other way; moved: within the house, or between players.
  direction text not null check (direction in ('made', 'spent', 'moved')),
  amount numeric not null,
  transfers bigint not null,
  primary key (currency, type, direction)
);
