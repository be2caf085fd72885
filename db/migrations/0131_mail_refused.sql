-- Since when the mail server refuses a player's address for good. Null: it does not, or no mail was sent yet.
alter table players add column mail_refused_at timestamptz;

-- Another address has not been refused, whichever release changes it.
create function forget_mail_refusal() returns trigger
language plpgsql as $$
begin
  new.mail_refused_at := null;
  return new;
end $$;

create trigger mail_refusal_forgotten before update of email on players
  for each row when (new.email is distinct from old.email) execute function forget_mail_refusal();
