-- No amount of anything above 10^12 (contract/endpoint.ts, maxCoins): far beyond what anybody can play for, and so small that
-- sums of millions of them stay whole numbers in JavaScript too. Rows that are above it already stay as they are.

alter table wallets drop constraint wallets_balance_range,
  add constraint wallets_balance_range check (balance between -1000000000000 and 1000000000000) not valid;
alter table transfers drop constraint transfers_amount_range,
  add constraint transfers_amount_range check (amount between 1 and 1000000000000) not valid;

do $$
begin
  if not exists (select from wallets where balance not between -1000000000000 and 1000000000000)
    and not exists (select from transfers where amount > 1000000000000) then
    alter table wallets validate constraint wallets_balance_range;
    alter table transfers validate constraint transfers_amount_range;
  end if;
end $$;
