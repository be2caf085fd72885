-- What a code cost the operator, in cents of US dollars: null where nobody said so.
alter table gift_card_codes
  add column cost_cents integer constraint gift_card_codes_cost_range check (cost_cents between 0 and 10000000);
