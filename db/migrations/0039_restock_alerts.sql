-- Players who asked to be told when a sold-out gift card is back (docs/rules.md, Shop). Told, or taken back, the row goes:
-- each is told once. Gift cards are no foreign key: many players ask for one card at once, and each would write to its row.

create table restock_alerts (
  id uuid primary key default uuidv7(),
  gift_card_id uuid not null,
  player_id uuid not null references players (id),
  asked_at timestamptz not null,
  constraint restock_alerts_once unique (player_id, gift_card_id)
);
-- Who asked first is told first.
create index restock_alerts_waiting on restock_alerts (gift_card_id, asked_at, id);
