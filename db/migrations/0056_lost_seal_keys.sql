-- Where the application's secret is lost, so is the key of the sealed ledger, and nobody can vouch for the next one. It begins
-- anew then (npm run rotate-seal-key -- --lost): without it nothing would ever be sealed again.
alter table seal_keys drop constraint seal_keys_check, add constraint seal_keys_first check (number > 1 or vouch is null);
