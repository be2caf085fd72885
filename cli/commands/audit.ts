// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { formatUsd, plural } from '../../contract/amounts.ts';
import type { AuditTotals } from '../../server/audit.ts';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { callerPath } from '../caller-path.ts';
import { withPercent } from '../progress.ts';

/** What the books of all months add up to. */
function totalLines(totals: AuditTotals): string[] {
  const { coinsOutstanding, payments, paidCents, refundedCents, disputedCents, feeCents, codeCostCents } =
    totals;
  return [
    `total   players hold ${plural(coinsOutstanding, 'coin')}`,
    `total   ${formatUsd(paidCents)} paid in ${plural(payments, 'payment')}, ${formatUsd(refundedCents)} refunded, ${formatUsd(disputedCents)} disputed`,
    `total   ${formatUsd(feeCents)} card fees, ${formatUsd(codeCostCents)} spent on delivered codes`,
  ];
}

interface Options {
  witness?: string;
  lostKey?: string[];
}

/** Needs no outside service. Compares the configured secrets with those that the database was used with. */
async function runAudit({ witness, lostKey }: Options): Promise<Outcome> {
  const { auditLedger } = await import('../../server/audit.ts');
  const { differingConfigured } = await import('../../server/check-secrets.ts');
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { auditWitness } = await import('../../server/features/seals/feature.ts');
  const { withDatabase } = await import('../with-database.ts');
  const kept = witness === undefined ? undefined : readFileSync(callerPath(witness), 'utf8');
  const config = readDatabaseConfig();
  return withDatabase(
    config,
    async (db) => {
      const secrets = await differingConfigured(db, config);
      const audit = await withPercent('Proofs', (onProved) =>
        auditLedger(db, { lostKeys: lostKey, onProved }),
      );
      if (kept !== undefined) audit.proofs.push(await auditWitness(db, kept, new Date()));
      const { transfers, wallets, totals, proofs } = audit;
      return {
        lines: [
          ...secrets.map((fault) => `SECRET  ${fault}`),
          `Ledger of ${plural(transfers, 'transfer')} and ${plural(wallets, 'wallet')}`,
          ...totalLines(totals),
          ...proofs.flatMap(({ claim, breaches }) => [
            `${breaches.length === 0 ? 'ok    ' : 'BREACH'}  ${claim}`,
            ...breaches.map((breach) => `          ${breach}`),
          ]),
        ],
        result: { secrets, ...audit },
        isWrong: secrets.length > 0 || proofs.some(({ breaches }) => breaches.length > 0),
      };
    },
    { statementMs: 0 },
  );
}

export function addAudit(program: Command): void {
  addCommand(program, 'audit', 'Prove the books, one line per proof. The server may be running.')
    .option(
      '--witness <file>',
      'compare the sealed ledger with the file of a witness: one JSON tree head per line',
    )
    .option(
      '--lost-key <id...>',
      'accept these keys of the sealed ledger without a vouching key, because the earlier one was lost',
    )
    .action(answering(runAudit));
}
