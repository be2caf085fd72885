-- No amount of anything above 10^12 moves at once (contract/endpoint.ts, maxCoins): far beyond what anybody can play for, and so
-- small that sums of millions of them stay whole numbers in JavaScript too. A balance keeps its own, wider bound: one that
-- cannot grow would keep a whole batch of payouts, or a won attempt, from ever being paid.
-- Rows that are above it already stay as they are; 0037 looks for them without stopping what is written meanwhile.
alter table transfers drop constraint transfers_amount_range,
  add constraint transfers_amount_range check (amount between 1 and 1000000000000) not valid;
