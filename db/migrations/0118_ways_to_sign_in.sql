-- An address may have had another holder before, so an account is joined only after its own identity confirmed it
-- (docs/rules.md, Accounts).
alter table identities
  -- Another account has the same verified address: welcome coins and the invitation wait until it has not.
  add column welcome_waits boolean not null default false,
  -- Joined an account whose owner was not notified of it.
  add column owner_untold boolean not null default false;
-- An administrator entered the address that the account shows: it follows no provider then.
alter table players add column is_email_entered boolean not null default false;
