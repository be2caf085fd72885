-- Links of shared receipts that invite: who signs up from one counts as invited by its player (docs/rules.md, Referrals),
-- where the player wants that.

alter table shared_receipts add column is_invitation boolean not null default false;
