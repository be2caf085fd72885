// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { FeatureModule } from './feature.ts';
import { readMoney } from './features/coins/feature.ts';
import { auditSeals } from './features/seals/feature.ts';
import { readCodeCosts } from './features/shop/feature.ts';
import { getCoinsOutstanding, module as ledger, measureLedger } from './ledger/feature.ts';
import type { Claim } from './ledger/proof.ts';
import { modules } from './modules.ts';
import type { Queryable, Transactional, Tx } from './platform/db/database.ts';

/** All-time totals, the sum of all months' books (docs/rules/books.md, 6). */
export interface AuditTotals {
  /** Coins that players hold now. */
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

export interface AuditOptions {
  /** Ids of sealed-ledger keys that replaced a lost key. */
  lostKeys?: readonly string[] | undefined;
  /** Called with the number of finished proofs. The sealed ledger's proofs count as one and run last. */
  onProved?: ((done: number, of: number) => void) | undefined;
}

const claims = [
  ...ledger.proofs,
  ...Object.values(modules).flatMap(({ proofs = [] }: FeatureModule) => proofs),
];

async function readTotals(db: Queryable): Promise<AuditTotals> {
  const ever = { from: new Date(0), until: new Date(Date.UTC(3000, 0)) };
  const { payments, paidCents, refundedCents, disputedCents, feeCents } = await readMoney(db, ever);
  const { costCents: codeCostCents } = await readCodeCosts(db, ever);
  const money = { payments, paidCents, refundedCents, disputedCents, feeCents, codeCostCents };
  return { coinsOutstanding: await getCoinsOutstanding(db), ...money };
}

async function prove(tx: Tx, claims: readonly Claim[], onProved: () => void): Promise<Audit['proofs']> {
  const proofs: Audit['proofs'] = [];
  for (const { claim, contradictions } of claims) {
    const rows = await tx.rows<{ breach: string }>(contradictions);
    proofs.push({ claim, breaches: rows.map(({ breach }) => breach) });
    onProved();
  }
  return proofs;
}

/**
 * Proves the invariants of the ledger, and those between it and the features (docs/rules). Reads everything from one
 * snapshot, so it can run beside a working system.
 */
export function auditLedger(
  db: Pick<Transactional, 'transaction'>,
  { lostKeys, onProved = () => {} }: AuditOptions = {},
): Promise<Audit> {
  return db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read`);
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`set transaction read only`);
    const size = await measureLedger(tx);
    let done = 0;
    const note = () => onProved(++done, claims.length + 1);
    const proofs = [...(await prove(tx, claims, note)), ...(await auditSeals(tx, lostKeys))];
    note();
    return { ...size, totals: await readTotals(tx), proofs };
  });
}
