-- Sign-ins whose e-mail address the provider did not verify (docs/rules.md, Accounts): what waits for a verified one is
-- given at the first sign-in that brings it, and never again.
alter table identities
  add column first_verified_at timestamptz,
  -- Who invited, until the address is verified; then it counts and goes.
  add column pending_referral_code text check (pending_referral_code ~ '^[A-Z0-9]{6,16}$');
update identities set first_verified_at = created_at where email_verified;
comment on column identities.email is 'What the provider told last, verified or not (email_verified).';
