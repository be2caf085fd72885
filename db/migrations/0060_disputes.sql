-- Players dispute a result, people decide (docs/rules.md, Disputes). The verdict stays on the attempt as the readings had it:
-- that it counts as won is a fact of its own.
alter table attempts add column overturned_at timestamptz;

create table disputes (
  id uuid primary key default uuidv7(),
  -- One for ever: what people decided stands.
  attempt_id uuid not null constraint disputes_attempt unique references attempts (id),
  player_id uuid not null references players (id),
  -- Personal: gone with the account, like the link and the answer.
  words text not null,
  link text not null,
  opened_at timestamptz not null,
  promised_by timestamptz not null,
  outcome text check (outcome in ('upheld', 'won')),
  answer text not null default '',
  decided_at timestamptz,
  decided_by uuid references players (id),
  constraint disputes_decided_by_somebody check (num_nulls(outcome, decided_at, decided_by) in (0, 3))
);
create index disputes_waiting on disputes (promised_by, id) where decided_at is null;
create index disputes_opened on disputes (opened_at, id);
create index disputes_player on disputes (player_id, opened_at);
