-- What gift cards and packages cost lately, so that a price is not cut in slices (docs/rules.md, Price changes). As a price for so
-- many: coins for one card, cents for the coins of a package.
create table former_prices (
  id uuid primary key default uuidv7(),
  subject text not null,
  price bigint not null check (price > 0),
  per bigint not null check (per > 0),
  -- When another price took its place.
  until timestamptz not null
);
create index former_prices_subject on former_prices (subject, until);

create function is_editor(p_subject text, p_player uuid, p_since timestamptz) returns boolean
language sql stable as $$
  select exists (select from editors where subject = p_subject and player_id = p_player and edited_at >= p_since)
$$;
