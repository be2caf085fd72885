import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Audit, auditLedger } from './audit.ts';
import { differingConfigured } from './check-secrets.ts';
import { readDatabaseConfig } from './config.ts';
import { auditWitness } from './features/seals/feature.ts';
import { openDatabase } from './platform/db/database.ts';
import { withDatabaseUrl } from './platform/embedded-postgres/with-database.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run audit`: proves the ledger of DATABASE_URL, or of the built-in database in DATA_DIR (which may be in use).
 * `--witness FILE` compares the sealed ledger with what a witness kept of it, a line of JSON for each tree head.
 * `--lost-key ID`: nobody vouches for this key of the sealed ledger, because the one before was lost.
 * One line per proof; exit code 1 when anything contradicts one, or when a secret that is set is not the database's.
 */

function print({ transfers, wallets, proofs }: Audit): void {
  console.log(`Ledger of ${transfers} transfers and ${wallets} wallets`);
  for (const { claim, breaches } of proofs) {
    console.log(`${breaches.length === 0 ? 'ok    ' : 'BREACH'}  ${claim}`);
    for (const breach of breaches) console.log(`          ${breach}`);
  }
}

await runCommand(() => {
  const { values } = parseArgs({
    options: { witness: { type: 'string' }, 'lost-key': { type: 'string', multiple: true } },
  });
  const kept = values.witness === undefined ? undefined : readFileSync(values.witness, 'utf8');
  const config = readDatabaseConfig();
  return withDatabaseUrl(config, async (url) => {
    const db = openDatabase(url, { poolSize: 1, statementMs: 0 });
    try {
      for (const fault of await differingConfigured(db, config)) {
        console.log(`SECRET  ${fault}`);
        process.exitCode = 1;
      }
      const audit = await auditLedger(db, values['lost-key']);
      if (kept !== undefined) audit.proofs.push(await auditWitness(db, kept));
      print(audit);
      if (audit.proofs.some(({ breaches }) => breaches.length > 0)) process.exitCode = 1;
    } finally {
      await db.close();
    }
  });
});
