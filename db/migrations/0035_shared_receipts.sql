-- Receipts that their players show to anybody by a link (docs/rules.md, Receipts). Taking the link back deletes its row, so
-- that the address leads nowhere; another link gets another address. Random ids, since whoever has one may read.

create table shared_receipts (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null unique references attempts (id),
  player_id uuid not null references players (id),
  shows_epic_name boolean not null,
  shared_at timestamptz not null default now()
);
create index shared_receipts_player on shared_receipts (player_id);
