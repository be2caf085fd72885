-- Daily limits of every way in which coins are made (docs/rules.md, Coin limits).

-- What administrators' acts made, or promised. With an approval it counts for no limit.
create table coin_grants (
  id uuid primary key default uuidv7(),
  day date not null,
  way text not null check (way in ('adjustments', 'giveaways', 'events')),
  actor_id uuid not null references players (id),
  coins bigint not null check (coins > 0),
  approval_id uuid references approvals (id)
);
create index coin_grants_day on coin_grants (day, way) where approval_id is null;

-- What is made by itself, in stripes: players who are paid in one moment do not wait for one row.
create table coin_stripes (
  day date not null,
  way text not null check (way in ('rewards', 'challenges')),
  stripe smallint not null,
  coins bigint not null default 0 check (coins >= 0),
  primary key (day, way, stripe)
);

-- What a second administrator added to a day's limit.
create table coin_raises (
  id uuid primary key default uuidv7(),
  day date not null,
  way text not null,
  coins bigint not null check (coins > 0),
  raised_by uuid not null references players (id)
);
create index coin_raises_day on coin_raises (day, way);

-- What carrying it out makes, for the books of the day: `[{ "way": ..., "coins": ... }]`.
alter table approvals add column makes jsonb not null default '[]';
