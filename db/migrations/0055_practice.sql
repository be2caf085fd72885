-- Practice attempts (docs/rules.md, Practice). They run like others and move nothing. The constraint keeps every version of the
-- server to it: a process of the version before, which knows of no practice, fails to pay one, and its job is tried again.

alter table attempts add column is_practice boolean not null default false,
  add constraint attempts_practice_moves_nothing check (
    not is_practice or (entry_fee_gc, reward_given_gc, refund_gc, processing_fee_gc, xp_given) = (0, 0, 0, 0, 0));
-- Once for a player. One that was cancelled decided nothing and may be repeated, unless an administrator voided it.
create unique index attempts_one_practice on attempts (player_id)
  where is_practice and (status <> 'CANCELLED' or voided_at is not null);
