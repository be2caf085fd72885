-- Outside a transaction: the table is as large as the number of players, and sign-ins must not wait for it.
create index concurrently identities_owner_untold on identities (provider, subject) where owner_untold;
