import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDatabaseConfig } from '../config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
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

async function withDatabaseUrl(work: (url: string) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = readDatabaseConfig();
  if (databaseUrl) return work(databaseUrl);
  const folder = join(dataDir, 'postgres');
  // Starting PostgreSQL would make one there, and an empty ledger is always sound.
  if (!existsSync(folder)) throw new Error(`There is no database in ${folder}; set DATA_DIR or DATABASE_URL`);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: () => {}, error: console.error },
  });
  try {
    await work(server.url);
  } finally {
    await server.stop();
  }
}

await withDatabaseUrl(async (url) => {
  const db = openDatabase(url, { poolSize: 1 });
  try {
    const audit = await auditLedger(db);
    print(audit);
    if (audit.proofs.some(({ breaches }) => breaches.length > 0)) process.exitCode = 1;
  } finally {
    await db.close();
  }
});
