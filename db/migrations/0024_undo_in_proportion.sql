-- What events gave for a payment goes back in proportion to the money (docs/rules.md, Events): all of it for one cent
-- punished whoever got a partial refund. `taken_back_at` stays the mark of what is gone entirely.

alter table event_rewards add column taken_back bigint not null default 0;
-- How often something of it was taken back or given again: part of the keys of those transfers.
alter table event_rewards add column reversals integer not null default 0;
-- What its payment moved where that was less than `amount`, because some was taken back before.
alter table event_rewards add column paid_amount bigint;

update event_rewards set taken_back = amount, reversals = 1 where taken_back_at is not null;

alter table event_rewards add constraint event_rewards_taken_back check (taken_back between 0 and amount);
alter table event_rewards add constraint event_rewards_gone check ((taken_back_at is not null) = (taken_back = amount));

-- The part of a cause that does not count: `taken` of `whole`. Before, a cause was undone entirely or not at all.
alter table undone_causes add column taken bigint not null default 1 check (taken >= 0);
alter table undone_causes add column whole bigint not null default 1 check (whole > 0);
