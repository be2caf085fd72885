import { readDatabaseConfig } from '../config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { withDatabaseUrl } from '../platform/embedded-postgres/with-database.ts';
import { runCommand } from '../run-command.ts';
import { type Audit, auditLedger } from './audit.ts';

/**
 * `npm run audit`: proves the ledger of DATABASE_URL, or of the built-in database in DATA_DIR (which may be in use).
 * One line per proof; exit code 1 when anything contradicts one.
 */

function print({ transfers, wallets, proofs }: Audit): void {
  console.log(`Ledger of ${transfers} transfers and ${wallets} wallets`);
  for (const { claim, breaches } of proofs) {
    console.log(`${breaches.length === 0 ? 'ok    ' : 'BREACH'}  ${claim}`);
    for (const breach of breaches) console.log(`          ${breach}`);
  }
}

await runCommand(() =>
  withDatabaseUrl(readDatabaseConfig(), async (url) => {
    const db = openDatabase(url, { poolSize: 1 });
    try {
      const audit = await auditLedger(db);
      print(audit);
      if (audit.proofs.some(({ breaches }) => breaches.length > 0)) process.exitCode = 1;
    } finally {
      await db.close();
    }
  }),
);
