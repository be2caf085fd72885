-- Accounts that were joined without asking: their owners are notified (tell-earlier-sign-ins). The first identity of an
-- account is the owner's own.
update identities i set owner_untold = true
where exists (
  select from identities first
  where first.player_id = i.player_id
    and (first.created_at, first.provider, first.subject) < (i.created_at, i.provider, i.subject));
