-- Which journal outside the database has what was sold, paid and erased (docs/operate.md, Backups). A database that was
-- restored says by it whether the journal can prove what became of its stock since.
create table sales_journal (
  is_only boolean primary key default true check (is_only),
  journal_id uuid not null,
  begun_at timestamptz not null default now()
);

-- Codes that a restored database took out of its stock: `sold` are known to have been sold since, `unproven` may have been.
alter table gift_card_codes
  add column quarantine text check (quarantine in ('sold', 'unproven')),
  add constraint gift_card_codes_quarantine check (quarantine is null or withdrawn_at is not null) not valid;
create index gift_card_codes_quarantined on gift_card_codes (gift_card_id) where quarantine is not null;
