-- Epic accounts that players have shown to be theirs (docs/rules.md, Epic accounts). By the account's lasting id, since a name
-- can be another account's tomorrow; kept apart from the binding, which may come before or after.
create table epic_proofs (
  player_id uuid not null references players (id),
  epic_account_key text not null,
  -- Discord's word, or an administrator's.
  proven_by text not null check (proven_by in ('discord', 'administrator')),
  proven_at timestamptz not null,
  primary key (player_id, epic_account_key)
);
