// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from './proof.ts';

/** The ledger's invariants (docs/rules/ledger.md). */
export const ledgerProofs: readonly Claim[] = [
  {
    claim: 'Each transfer moves a positive amount from one account to another',
    contradictions: sql`
  select format('transfer %s: amount %s, %s debited, %s credited', id, amount,
    num_nonnulls(debit_player_id, debit_house), num_nonnulls(credit_player_id, credit_house)) as breach
  from transfers
  where amount <= 0 or num_nonnulls(debit_player_id, debit_house) <> 1
    or num_nonnulls(credit_player_id, credit_house) <> 1
    or (debit_player_id, debit_house) is not distinct from (credit_player_id, credit_house)
  order by id limit ${maxBreaches}`,
  },
  {
    claim: 'Each currency sums to zero',
    contradictions: sql`
  select format('%s: players hold %s, the house %s', currency, sum(held), sum(house)) as breach
  from (
    select currency, balance as held, 0 as house from wallets
    union all select currency, 0, amount from transfers where credit_house is not null
    union all select currency, 0, -amount from transfers where debit_house is not null
  ) holdings
  group by currency having sum(held) + sum(house) <> 0
  order by currency limit ${maxBreaches}`,
  },
  {
    claim: 'Each balance equals the sum of its entries',
    contradictions: sql`
  with entries as (
    select player_id, currency, sum(amount) as total
    from (
      select credit_player_id as player_id, currency, amount from transfers where credit_player_id is not null
      union all select debit_player_id, currency, -amount from transfers where debit_player_id is not null
    ) entry
    group by player_id, currency
  )
  select format('player %s, %s: balance %s, entries %s', player_id, currency,
    coalesce(balance::text, 'missing'), coalesce(total, 0)) as breach
  from wallets full join entries using (player_id, currency)
  where balance is distinct from coalesce(total, 0)
  order by player_id, currency limit ${maxBreaches}`,
  },
  // A wallet's ids ascend in the order of its movements (db/functions/ledger.sql), so the running sum is the balance
  // after each of them. A credit may leave it negative: a claw-back's debt, partly repaid.
  {
    claim: 'Only a reversal took a balance below zero',
    contradictions: sql`
  select format('transfer %s (%s) left player %s with %s %s', id, type, player_id, balance, currency) as breach
  from (
    select id, type, player_id, currency, amount,
      sum(amount) over (partition by player_id, currency order by id) as balance
    from (
      select id, type, credit_player_id as player_id, currency, amount from transfers
      where credit_player_id is not null
      union all select id, type, debit_player_id, currency, -amount from transfers
      where debit_player_id is not null
    ) entry
  ) running
  where amount < 0 and balance < 0 and type <> 'reversal'
  order by id limit ${maxBreaches}`,
  },
];
