import sql from 'sql-template-tag';
import { roleProofs } from './features/accounts/feature.ts';
import { achievementProofs } from './features/achievements/feature.ts';
import { challengeProofs } from './features/challenges/feature.ts';
import { paymentProofs, readMoney } from './features/coins/feature.ts';
import { giveawayProofs } from './features/giveaways/feature.ts';
import { promotionProofs } from './features/promotions/feature.ts';
import { referralProofs } from './features/referrals/feature.ts';
import { auditSeals, movementProofs } from './features/seals/feature.ts';
import { readCodeCosts, shopProofs } from './features/shop/feature.ts';
import { walletProofs } from './features/wallet/feature.ts';
import { coinsOutstanding, ledgerProofs } from './ledger/feature.ts';
import type { Database, Queryable } from './platform/db/database.ts';
import { archiveProofs } from './platform/months/proofs.ts';

/** Of all time: what the books of all months add up to (docs/rules.md, Books). */
export interface AuditTotals {
  /** What players hold. */
  coinsOutstanding: number;
  payments: number;
  paidCents: number;
  refundedCents: number;
  disputedCents: number;
  feeCents: number;
  codeCostCents: number;
}

export interface Audit {
  totals: AuditTotals;
  transfers: number;
  wallets: number;
  proofs: { claim: string; breaches: string[] }[];
}

const claims = [
  ...ledgerProofs,
  ...challengeProofs,
  ...shopProofs,
  ...paymentProofs,
  ...promotionProofs,
  ...giveawayProofs,
  ...referralProofs,
  ...achievementProofs,
  ...roleProofs,
  ...walletProofs,
  ...movementProofs,
  ...archiveProofs,
];

async function readTotals(db: Queryable): Promise<AuditTotals> {
  const ever = { from: new Date(0), until: new Date(Date.UTC(3000, 0)) };
  const { payments, paidCents, refundedCents, disputedCents, feeCents } = await readMoney(db, ever);
  const { costCents: codeCostCents } = await readCodeCosts(db, ever);
  const money = { payments, paidCents, refundedCents, disputedCents, feeCents, codeCostCents };
  return { coinsOutstanding: await coinsOutstanding(db), ...money };
}

/**
 * Proves what must hold within the ledger, and between it and the features (docs/rules.md), on the database as it
 * stands. All of it is read from one snapshot, so it may run beside a working system.
 */
export function auditLedger(db: Database, lostKeys?: readonly string[]): Promise<Audit> {
  return db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`);
    const size = await tx.one<Pick<Audit, 'transfers' | 'wallets'>>(sql`
      select (select count(*) from transfers) as transfers, (select count(*) from wallets) as wallets`);
    const proofs: Audit['proofs'] = [];
    for (const { claim, contradictions } of claims) {
      const rows = await tx.rows<{ breach: string }>(contradictions);
      proofs.push({ claim, breaches: rows.map(({ breach }) => breach) });
    }
    proofs.push(...(await auditSeals(tx, lostKeys)));
    return { ...size, totals: await readTotals(tx), proofs };
  });
}
