-- Outside a transaction: players is large, and an index is made beside its calls.
create index concurrently players_mail_refused on players (id)
  where mail_refused_at is not null and deleted_at is null;
