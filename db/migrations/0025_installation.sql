-- Several installations may share one account at the card provider (a shop and its trial, say), which tells each of them
-- of all payments. An id of our own in what we order tells them apart; made here, so that it goes where the data goes.

create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

alter table payment_events drop constraint payment_events_effect_check,
  add constraint payment_events_effect_check check (effect in ('credited', 'failed', 'known', 'asked', 'noted',
    'not_as_ordered', 'unknown_payment', 'other_installation', 'not_ours'));
