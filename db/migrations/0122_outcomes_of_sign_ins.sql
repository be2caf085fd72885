-- What a sign-in ended with, for seconds: the same browser may call back twice. Sealed with what only that browser has.
alter table used_sign_ins
  add column outcome bytea,
  add column ended_at timestamptz;
