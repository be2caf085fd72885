// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- backup`: destroys a database during sales, restores it to a point in time and to its end, and
 * proves its books. Exit code 1 if anything is missing.
 */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reconciled } from '../../server/recovery/reconcile-journal.ts';
import { compareSales, destroyAmidSales } from '../../tests/support/backup-drill.ts';
import { finalringJson } from '../../tests/support/command.ts';
import { command, toCount } from '../command.ts';

const options = command(
  'drill backup',
  'Destroys a database during sales, restores it, and audits its books.',
)
  .option('--codes <n>', 'codes of each of two gift cards', toCount, 100_000)
  .option('--seconds <n>', 'duration of the sales', toCount, 60)
  .parse()
  .opts<{ codes: number; seconds: number }>();
const folder = mkdtempSync(join(tmpdir(), 'finalring-backup-'));
chmodSync(folder, 0o711);
const drill = await destroyAmidSales(folder, {
  codes: options.codes,
  sellMs: options.seconds * 1000,
});
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
  const { orders, lacking, tooLate } = await compareSales(db, drill);
  const reconciled = await finalringJson<Reconciled>(['backup', 'reconcile', '--yes'], env);
  await db.close();
  await server.stop();
  console.log(
    `restored as of ${moment.toISOString()} in ${took} s: ${orders} orders, ${lacking} missing, ${tooLate} too new`,
  );
  const { soldCodes, unprovenCodes, erased, access } = reconciled.result;
  const isFiredAgain = access.suspended.includes(drill.firedId) && access.demoted.includes(drill.firedId);
  console.log(
    `reconciled: ${soldCodes} codes sold since then were removed from stock, ${unprovenCodes} are in doubt, players erased again: ${erased.length}, the administrator is ${isFiredAgain ? '' : 'NOT '}suspended and demoted again`,
  );
  if (
    !verified.ok ||
    !restored.ok ||
    !reconciled.ok ||
    !isFiredAgain ||
    soldCodes === 0 ||
    unprovenCodes > 0 ||
    lacking + tooLate > 0
  )
    process.exitCode = 1;
} finally {
  await drill.remove();
}
