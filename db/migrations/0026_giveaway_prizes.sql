-- Prizes are paid in batches too, after the draw (docs/rules.md, Giveaways): the draw of a list of any length stays one
-- short transaction.

-- When a batch paid the prize. Until now each draw paid its winners itself: those giveaways have no payout.
alter table giveaway_entries add column paid_at timestamptz;

create table giveaway_payouts (
  giveaway_id uuid primary key references giveaways (id),
  started_at timestamptz not null,
  -- When the last batch was paid.
  moved_at timestamptz not null,
  finished_at timestamptz,
  -- Winners of the draw.
  prizes integer not null check (prizes >= 0),
  prizes_paid integer not null default 0 check (prizes_paid >= 0),
  -- Of accounts that were deleted before their batch came.
  prizes_left_out integer not null default 0 check (prizes_left_out >= 0),
  -- The last winner that a batch has dealt with.
  up_to_player uuid,
  check (prizes_paid + prizes_left_out <= prizes),
  check (finished_at is null or prizes_paid + prizes_left_out = prizes)
);
create index giveaway_payouts_open on giveaway_payouts (moved_at) where finished_at is null;

-- What was drawn stays drawn: of an entry nothing changes any more but that its prize is paid.
create or replace function keep_drawn_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.won_as is not null and old.paid_at is null
    and (new.giveaway_id, new.player_id, new.entry, new.entered_at, new.won_as)
      is not distinct from (old.giveaway_id, old.player_id, old.entry, old.entered_at, old.won_as)
  then
    return new;
  end if;
  if exists (select from giveaways where id = coalesce(new.giveaway_id, old.giveaway_id) and drawn_at is not null) then
    raise exception 'the giveaway is drawn: its entries stay as they are' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
