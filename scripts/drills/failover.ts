// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- failover`: runs the product under mixed load on three PostgreSQL nodes with Debian's Patroni and
 * etcd, and lets one node at a time fail. Proves that no answered call is lost or duplicated and that no two leaders
 * accept writes, and measures outages. Exit code 1 if anything was lost, duplicated or left broken, or took longer than
 * docs/installations/three-machines.md says.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getPatroniVersion, missingPackages } from '../../tests/failover/cluster.ts';
import { failoverFaults } from '../../tests/failover/faults.ts';
import { times } from '../../tests/failover/node.ts';
import { type Outage, runFailover } from '../../tests/failover/run-failover.ts';
import { findPgbouncer } from '../../tests/support/pgbouncer.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { command, toCount, toSome, toWholeNumber } from '../command.ts';
import { installPackage } from '../install-package.ts';

const allKinds = Object.keys(failoverFaults);
const options = command('drill failover', 'Fails over a cluster of three database nodes under load.')
  .option('--faults <n>', 'number of faults', toCount, 20)
  .option('--seed <n>', 'makes the run repeatable', toWholeNumber, 1)
  .option('--only <kinds>', `only these kinds, comma-separated: ${allKinds.join(', ')}`, toSome(allKinds))
  .option('--haproxy', 'connects to the leader through HAProxy')
  .option('--pgbouncer', 'connects through PgBouncer in session mode, before each server or HAProxy')
  .parse()
  .opts<{ faults: number; seed: number; only?: string[]; haproxy?: true; pgbouncer?: true }>();

/** Limits, in ms (docs/installations/three-machines.md). */
const promotedWithinMs = (times.ttl + times.loop_wait + 10) * 1_000;
const servedWithinMs = 3_000;
const diskOfNode = '768m';

/** Gives each node its own disk, which a fault can fill. @returns false if none can be mounted */
function mountDisks(folder: string): boolean {
  try {
    for (const node of ['one', 'two', 'three']) {
      const path = join(folder, node, 'data');
      mkdirSync(path, { recursive: true });
      const of = `size=${diskOfNode},mode=0700,uid=postgres,gid=postgres`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', of, 'tmpfs', path], { stdio: 'ignore' });
    }
    return true;
  } catch {
    return false;
  }
}

/** Keeps what etcd, Patroni and PostgreSQL logged, since only that explains a failure. */
function keepLogs(folder: string): void {
  const kept = fileURLToPath(new URL('../../reports/failover', import.meta.url));
  rmSync(kept, { recursive: true, force: true });
  for (const log of globSync('*/*.log', { cwd: folder })) cpSync(join(folder, log), join(kept, log));
  console.log(`Logs of the nodes: ${kept}`);
}

function unmountDisks(folder: string): void {
  for (const node of ['one', 'two', 'three']) {
    try {
      execFileSync('umount', ['--lazy', join(folder, node, 'data')], { stdio: 'ignore' });
    } catch {
      // It was never mounted.
    }
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const seconds = (ms: number) => Number((ms / 1_000).toFixed(1));

function toTable(outages: readonly Outage[]) {
  const kinds = [...new Set(outages.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const those = outages.filter((outage) => outage.kind === kind);
      const whole = those.map(({ wholeMs }) => wholeMs);
      const after = those.map(({ afterMs }) => afterMs);
      return [
        kind,
        {
          times: those.length,
          'outage, s (median)': seconds(median(whole)),
          'outage, s (worst)': seconds(Math.max(...whole)),
          'outage after promotion or recovery, s (worst)': seconds(Math.max(...after)),
        },
      ];
    }),
  );
}

const isLate = ({ promotes, wholeMs, afterMs }: Outage) =>
  afterMs > servedWithinMs || (promotes && wholeMs > promotedWithinMs);

/** Why a kind of fault can't be tried here; undefined: it can. */
function findObstacle(kind: string, hasDisks: boolean): string | undefined {
  const { needsSmallDisks, needsPatroni } = failoverFaults[kind] ?? {};
  if (needsSmallDisks && !hasDisks) return 'this machine cannot mount a tmpfs';
  if (!needsPatroni) return undefined;
  const installed = getPatroniVersion();
  const isOlder = installed.localeCompare(needsPatroni, 'en', { numeric: true }) < 0;
  return isOlder
    ? `Patroni ${installed} loses confirmed changes in this fault: install ${needsPatroni} or newer`
    : undefined;
}

const listMissing = () => [
  ...missingPackages(),
  ...(options.pgbouncer && !findPgbouncer() ? ['pgbouncer'] : []),
];
for (const name of listMissing()) installPackage(name);
const missing = listMissing();
if (missing.length > 0) {
  console.log(`SKIPPED: install these Debian packages first: ${missing.join(', ')}`);
} else {
  const folder = makeScratchFolder('failover');
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  process.once('exit', () => {
    unmountDisks(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  // Until the outcome is known.
  process.exitCode = 1;
  try {
    const hasDisks = mountDisks(folder);
    const kinds = (options.only ?? allKinds).filter((kind) => {
      const obstacle = findObstacle(kind, hasDisks);
      if (obstacle) console.log(`SKIPPED: ${kind}, because ${obstacle}`);
      return !obstacle;
    });
    const outcome = await runFailover({
      ...{ folder, kinds, faults: options.faults, seed: options.seed },
      isThroughHaproxy: options.haproxy === true,
      pgbouncer: options.pgbouncer && findPgbouncer(),
      say: (line) => console.error(line),
    });
    const late = outcome.outages.filter(isLate);
    for (const breach of outcome.breaches) console.log(breach);
    console.table(toTable(outcome.outages));
    const { answered, unavailable, orders, breaches } = outcome;
    console.log(
      `${options.faults} faults, seed ${options.seed}, ttl ${times.ttl}, loop_wait ${times.loop_wait}, ` +
        `retry_timeout ${times.retry_timeout}: ${answered} calls answered, ${unavailable} refused as unavailable; ` +
        `${orders} orders; ${late.length} outages too long; ${breaches.length} breaches`,
    );
    if (breaches.length === 0 && late.length === 0) process.exitCode = 0;
  } finally {
    if (process.exitCode !== 0) keepLogs(folder);
  }
}
