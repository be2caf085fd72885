// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run failover-drill`: runs the product as three processes under mixed load on a primary whose commits wait for a
 * standby, disconnects that standby for a while, kills the primary with all its processes, promotes the standby, and
 * compares everything that players were told with the data. Exit code 1 if anything was lost or doubled, or if a process did
 * not serve within ten seconds of the kill.
 */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFailover } from '../tests/failover/run-failover.ts';
import { command, toCount, toWholeNumber } from './command.ts';

const maxServedMs = 10_000;
const noticedAfterMs = 1_000;

const options = command(
  'failover-drill',
  'Kills the primary under load, and compares what was told with what is there.',
)
  .option('--seconds <n>', 'of load, half of it before the kill', toCount, 60)
  .option('--players <n>', 'how many play', toCount, 8)
  .option('--away <n>', 'seconds that the standby is away before that', toWholeNumber, 60)
  .option('--times <n>', 'over again, on new servers', toCount, 1)
  .parse()
  .opts<{ seconds: number; players: number; away: number; times: number }>();
for (let time = 0; time < options.times; time++) {
  const folder = mkdtempSync(join(tmpdir(), 'finalring-failover-'));
  chmodSync(folder, 0o711);
  const outcome = await runFailover({
    folder,
    players: options.players,
    loadMs: options.seconds * 1_000,
    noticedAfterMs,
    awayMs: options.away * 1_000,
    say: (line) => console.error(line),
  });
  for (const breach of outcome.breaches) console.log(breach);
  const { answered, unavailable, orders, attempts, payments, breaches, servedMs, soldMs } = outcome;
  console.log(
    `served again after ${servedMs.join(' and ')} ms, sold again after ${soldMs} ms; ${answered} calls answered, ` +
      `${unavailable} told to come again; ${orders} orders, ${attempts} attempts, ${payments} card payments; ${breaches.length} breaches`,
  );
  if (breaches.length > 0 || Math.max(soldMs, ...servedMs) > maxServedMs) process.exitCode = 1;
}
