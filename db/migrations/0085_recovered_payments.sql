-- When a payment was written down again from the journal, in a database that was restored (docs/operate.md, Backups): it does
-- not tell how far that database knows of payments by itself.
alter table payments add column recovered_at timestamptz;
