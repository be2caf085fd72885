-- An address may have had another holder before, so an account is joined only after its own identity confirmed it
-- (docs/rules.md, Accounts).
alter table identities
  -- Another account has the same verified address: welcome coins and the invitation wait until it has not.
  add column welcome_waits boolean not null default false,
  -- Joined an account whose owner was not notified of it.
  add column owner_untold boolean not null default false;
-- An administrator entered the address that the account shows: it follows no provider then.
alter table players add column is_email_entered boolean not null default false;

-- Processes of the previous version join accounts without notifying anybody: tell-earlier-sign-ins does.
create function mark_owner_untold() returns trigger
language plpgsql as $$
begin
  new.owner_untold := new.owner_untold or exists (select from identities where player_id = new.player_id);
  return new;
end $$;

create trigger identities_owner_untold before insert on identities
  for each row execute function mark_owner_untold();
