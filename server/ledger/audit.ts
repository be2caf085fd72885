import sql from 'sql-template-tag';
import { activeStatuses } from '../../contract/challenges.ts';
import type { Database } from '../platform/db/database.ts';
import { paymentProofs } from './payment-proofs.ts';
import { breachesAtMost, type Proof, prove } from './proof.ts';
import { rewardProofs } from './reward-proofs.ts';
import { shopProofs } from './shop-proofs.ts';

export interface Audit {
  transfers: number;
  wallets: number;
  proofs: Proof[];
}

const eachMovesBetweenTwoAccounts = sql`
  select format('transfer %s: amount %s, %s debited, %s credited', id, amount,
    num_nonnulls(debit_player_id, debit_house), num_nonnulls(credit_player_id, credit_house)) as breach
  from transfers
  where amount <= 0 or num_nonnulls(debit_player_id, debit_house) <> 1
    or num_nonnulls(credit_player_id, credit_house) <> 1
    or (debit_player_id, debit_house) is not distinct from (credit_player_id, credit_house)
  order by id limit ${breachesAtMost}`;

const currenciesSumToZero = sql`
  select format('%s: players hold %s, the house %s', currency, sum(held), sum(house)) as breach
  from (
    select currency, balance as held, 0 as house from wallets
    union all select currency, 0, amount from transfers where credit_house is not null
    union all select currency, 0, -amount from transfers where debit_house is not null
  ) holdings
  group by currency having sum(held) + sum(house) <> 0
  order by currency limit ${breachesAtMost}`;

const walletsEqualTheirEntries = sql`
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
  order by player_id, currency limit ${breachesAtMost}`;

// A wallet's ids ascend in the order of its movements (db/migrations/0003_ledger.sql), so the running sum is the
// balance that each of them left. Credits may leave a negative one: the debt of a claw-back, partly repaid.
const onlyReversalsGoBelowZero = sql`
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
  order by id limit ${breachesAtMost}`;

// Entry, refund, fee and void of an attempt all name it as their reference.
const escrowHoldsActiveFees = sql`
  with held as (
    select reference, sum(case when credit_house = 'escrow' then amount else -amount end) as held
    from transfers
    where (credit_house = 'escrow' or debit_house = 'escrow') and currency = 'GC'
    group by reference
  ), owed as (
    select id::text as reference, status, case when status = any(${activeStatuses}) then entry_fee_gc else 0 end as owed
    from attempts
  )
  select format('attempt %s (%s): escrow holds %s GC instead of %s', reference, coalesce(status::text, 'unknown'),
    coalesce(held, 0), coalesce(owed, 0)) as breach
  from held full join owed using (reference)
  where coalesce(held, 0) <> coalesce(owed, 0)
  order by reference limit ${breachesAtMost}`;

// A void takes back by reversals what was paid, and sets what the attempt says it gave to nothing.
const attemptsMovedWhatTheySay = sql`
  with moved as (
    select reference,
      coalesce(sum(amount) filter (where type = 'challenge_entry'), 0) as entry,
      coalesce(sum(amount) filter (where type = 'challenge_refund'), 0) as refund,
      coalesce(sum(case type when 'challenge_reward' then amount when 'reversal' then -amount end)
        filter (where currency = 'GC'), 0) as reward,
      coalesce(sum(case type when 'xp_award' then amount when 'reversal' then -amount end)
        filter (where currency = 'XP'), 0) as xp
    from transfers
    where type in ('challenge_entry', 'challenge_reward', 'challenge_refund', 'xp_award', 'reversal')
    group by reference
  )
  select format('attempt %s (%s): entry %s, reward %s, refund %s, XP %s, but %s, %s, %s, %s moved', id, status,
    entry_fee_gc, reward_given_gc, refund_gc, xp_given, coalesce(entry, 0), coalesce(reward, 0), coalesce(refund, 0),
    coalesce(xp, 0)) as breach
  from attempts left join moved on reference = id::text
  where (entry_fee_gc, reward_given_gc, refund_gc, xp_given)
    <> (coalesce(entry, 0), coalesce(reward, 0), coalesce(refund, 0), coalesce(xp, 0))
  order by id limit ${breachesAtMost}`;

/**
 * Proves the ledger's invariants (docs/rules.md, Ledger) on the database as it stands. All of it is read from one
 * snapshot, so it may run beside a working system.
 */
export function auditLedger(db: Database): Promise<Audit> {
  return db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`);
    const found = await tx.row<
      Record<'hasLedger' | 'hasAttempts' | 'hasShop' | 'hasPayments' | 'hasRewards', boolean>
    >(sql`
      select to_regclass('transfers') is not null as "hasLedger",
        to_regclass('attempts') is not null as "hasAttempts", to_regclass('purchases') is not null as "hasShop",
        to_regclass('payments') is not null as "hasPayments", to_regclass('referrals') is not null as "hasRewards"`);
    if (!found?.hasLedger) throw new Error('There is no ledger in this database');
    const size = await tx.row<Pick<Audit, 'transfers' | 'wallets'>>(sql`
      select (select count(*) from transfers) as transfers, (select count(*) from wallets) as wallets`);
    const proofs = [
      await prove(
        tx,
        'Each transfer moves a positive amount from one account to another',
        eachMovesBetweenTwoAccounts,
      ),
      await prove(tx, 'Each currency sums to zero', currenciesSumToZero),
      await prove(tx, 'Each balance equals the sum of its entries', walletsEqualTheirEntries),
      await prove(tx, 'Nothing but a reversal took a balance below zero', onlyReversalsGoBelowZero),
    ];
    if (found.hasAttempts) {
      proofs.push(
        await prove(
          tx,
          'Escrow holds the entry fee of each active attempt and nothing else',
          escrowHoldsActiveFees,
        ),
        await prove(
          tx,
          'Each attempt moved the entry fee, reward, refund and XP that it says, once',
          attemptsMovedWhatTheySay,
        ),
      );
    }
    if (found.hasShop) proofs.push(...(await shopProofs(tx)));
    if (found.hasPayments) proofs.push(...(await paymentProofs(tx)));
    if (found.hasRewards) proofs.push(...(await rewardProofs(tx)));
    return { transfers: size?.transfers ?? 0, wallets: size?.wallets ?? 0, proofs };
  });
}
