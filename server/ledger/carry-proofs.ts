// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { carrySealPads, monthSeal, walletSeal } from './carry-seals.ts';
import { type Claim, carriedFlows, maxBreaches } from './proof.ts';
import { selectEntries, selectFlows } from './transfer-months.ts';

/** What must hold of the sums that stand for archived months (docs/decisions/0062). */
export const carryProofs: readonly Claim[] = [
  {
    claim: 'Each month of transfers that left was carried forward, with all its transfers',
    contradictions: sql`
  with gone as (
    select part, row_count, until_key::bigint as until_id from archives where table_name = 'transfers' and state = 'dropped'
  ), carried as (
    select *, lag(until_id) over (order by number) as before, lag(number) over (order by number) as number_before,
      (select coalesce(sum(transfers), 0) from jsonb_to_recordset(flows) as f (transfers bigint)) as moved
    from carried_months
  )
  select format('%s: %s transfers left, %s were carried, which moved %s', part, coalesce(row_count, 0),
    coalesce(transfers::text, 'none'), coalesce(moved::text, 'nothing')) as breach
  from gone full join carried using (part)
  where (row_count, gone.until_id) is distinct from (transfers, carried.until_id) or transfers <> moved
  union all
  select format('%s is month %s after %s', part, number, coalesce(number_before, 0)) from carried
  where number <> coalesce(number_before, 0) + 1 or before >= until_id
  limit ${maxBreaches}`,
  },
  {
    claim: 'What was carried of all players is what moved in the months that left',
    contradictions: sql`
  with moved as (
    select currency, type, coalesce(sum(amount) filter (where credit_house is null), 0) as earned,
      coalesce(sum(amount) filter (where debit_house is null), 0) as spent,
      coalesce(sum(transfers) filter (where credit_house is null), 0)
        + coalesce(sum(transfers) filter (where debit_house is null), 0) as transfers
    from (${carriedFlows}) f where credit_house is null or debit_house is null group by 1, 2
  ), carried as (
    select currency, type, sum(earned) as earned, sum(spent) as spent, sum(transfers) as transfers
    from carried_wallets group by 1, 2
  )
  select format('%s %s: %s in and %s out are carried in %s transfers, %s and %s moved in %s', currency, type, carried.earned,
    carried.spent, carried.transfers, moved.earned, moved.spent, moved.transfers) as breach
  from carried full join moved using (currency, type)
  where (carried.earned, carried.spent, carried.transfers) is distinct from (moved.earned, moved.spent, moved.transfers)
  limit ${maxBreaches}`,
  },
];

/** Proofs that need the application's secret. */
export function sealedCarries(appSecret: string): Claim {
  const pads = carrySealPads(appSecret);
  return {
    claim: 'What was carried is as it was sealed',
    contradictions: sql`
  select format('player %s, %s %s: not as it was sealed', player_id, currency, type) as breach
  from carried_wallets c where seal <> ${walletSeal(pads)}
  union all
  select format('%s: not as it was sealed', part) from (
    select *, lag(seal) over (order by number) as seal_before from carried_months
  ) c where seal <> ${monthSeal(sql`c.seal_before`, pads)}
  limit ${maxBreaches}`,
  };
}

/** The same against the transfers themselves, where `layArchives` has put them. */
export const laidProofs: readonly Claim[] = [
  {
    claim: 'What was carried of each player is what their archived transfers come to',
    contradictions: sql`
  select format('player %s, %s %s: %s in and %s out are carried in %s transfers, %s and %s are archived in %s', player_id, currency,
    type, c.earned, c.spent, c.transfers, a.earned, a.spent, a.transfers) as breach
  from carried_wallets c full join (${selectEntries(sql`archived_transfers`)}) a using (player_id, currency, type)
  where (c.earned, c.spent, c.transfers, c.first_id, c.last_id)
    is distinct from (a.earned, a.spent, a.transfers, a.first_id, a.last_id)
  limit ${maxBreaches}`,
  },
  {
    claim: 'What was carried of the house is what its archived transfers come to',
    contradictions: sql`
  with both_sides as (
    select currency, type, debit_house, credit_house, amount, transfers from (${carriedFlows}) carried
    union all
    select currency, type, debit_house, credit_house, -amount, -transfers from (${selectFlows(sql`archived_transfers`)}) archived
  )
  select format('%s %s from %s to %s: carried are %s more, in %s more transfers, than are archived', currency, type,
    coalesce(debit_house::text, 'players'), coalesce(credit_house::text, 'players'), sum(amount), sum(transfers)) as breach
  from both_sides group by currency, type, debit_house, credit_house having sum(amount) <> 0 or sum(transfers) <> 0
  limit ${maxBreaches}`,
  },
];
