// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- backup`: destroys a database during sales, restores it to a point in time and to its end, and
 * proves its books. With `--engine pgbackrest`, pgBackRest backs it up and restores it, from a folder and from a bucket.
 * Exit code 1 if anything is missing.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { missingPackages } from '../../tests/pgbackrest/engine.ts';
import { repositories } from '../../tests/pgbackrest/repositories.ts';
import { runEngineDrill } from '../../tests/pgbackrest/run-drill.ts';
import { compareSales, reconcileAndJudge } from '../../tests/support/after-restore.ts';
import { destroyAmidSales } from '../../tests/support/backup-drill.ts';
import { finalringJson } from '../../tests/support/command.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { command, toCount } from '../command.ts';
import { installPackage } from '../install-package.ts';

const options = command(
  'drill backup',
  'Destroys a database during sales, restores it, and audits its books.',
)
  .option('--codes <n>', 'codes of each of two gift cards', toCount, 100_000)
  .option('--seconds <n>', 'duration of the sales', toCount, 60)
  .addOption(
    new Option('--engine <name>', 'the engine that takes the backups')
      .choices(['built-in', 'pgbackrest'])
      .default('built-in'),
  )
  .parse()
  .opts<{ codes: number; seconds: number; engine: string }>();
const sellMs = options.seconds * 1000;

/** @returns breaches */
async function drillBuiltIn(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'finalring-backup-'));
  chmodSync(folder, 0o711);
  const drill = await destroyAmidSales(folder, { codes: options.codes, sellMs });
  try {
    const { sales, moment, env } = drill;
    console.log(
      `${sales.length} orders were confirmed in ${options.seconds} s; then the server was killed and its files deleted`,
    );
    const verified = await finalringJson<{ ms: number; audit: { transfers: number } }>(
      ['backup', 'verify'],
      env,
    );
    console.log(
      `restored to the end of the log and audited in ${(verified.result.ms / 1000).toFixed(1)} s: ` +
        `${verified.result.audit.transfers} transfers, exit code ${verified.code}`,
    );
    const began = performance.now();
    const restored = await finalringJson(['restore', '--at', moment.toISOString()], env);
    const took = ((performance.now() - began) / 1000).toFixed(1);
    const { server, db } = await drill.open();
    const { orders } = await compareSales(db, drill);
    const { result, breaches } = await reconcileAndJudge(db, drill, env);
    await db.close();
    await server.stop();
    console.log(
      `restored as of ${moment.toISOString()} in ${took} s: ${orders} orders; then ${result.soldCodes} codes sold since then were removed from stock`,
    );
    if (!verified.ok) breaches.push('the end of the log could not be verified');
    if (!restored.ok) breaches.push('the restore to the moment failed');
    return breaches;
  } finally {
    await drill.remove();
  }
}

/** @returns breaches */
async function drillPgbackrest(): Promise<string[]> {
  for (const name of missingPackages()) installPackage(name);
  const missing = missingPackages();
  if (missing.length > 0) {
    console.log(`SKIPPED: install these Debian packages first: ${missing.join(', ')}`);
    return [];
  }
  const all: string[] = [];
  for (const [kind, open] of Object.entries(repositories)) {
    const folder = makeScratchFolder('pgbackrest');
    const repository = await open(folder);
    try {
      const say = (line: string) => console.log(`${kind}: ${line}`);
      const drill = { folder, repository: repository.settings, codes: options.codes, sellMs, say };
      all.push(...(await runEngineDrill(drill)).map((breach) => `${kind}: ${breach}`));
    } finally {
      await repository.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return all;
}

const breaches = await (options.engine === 'pgbackrest' ? drillPgbackrest() : drillBuiltIn());
for (const breach of breaches) console.log(breach);
if (breaches.length > 0) process.exitCode = 1;
