// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- <name>`: proofs and measurements that take minutes. Each is a file in `scripts/drills` with its own
 * options (`npm run drill -- backup --help`). `all` runs every proof in turn; the last line names the failed ones, and
 * then the exit code is 1.
 */
import { spawn } from 'node:child_process';
import { prepare, root } from './install.mjs';

interface Drill {
  /** Duration on two idle cores; only for drills that `all` runs. */
  minutes?: number;
  does: string;
  /** Whether the web app must be built first. */
  needsPages?: true;
  run: () => Promise<unknown>;
}

const drills: Record<string, Drill> = {
  attacks: {
    minutes: 3,
    does: 'runs every attack of tests/attacks',
    run: () => import('./drills/attacks.ts'),
  },
  backup: {
    minutes: 2,
    does: 'destroys a database and restores it',
    run: () => import('./drills/backup.ts'),
  },
  chaos: { minutes: 6, does: 'injects faults under load', run: () => import('./drills/chaos.ts') },
  failover: {
    minutes: 20,
    does: 'fails over three Patroni nodes under load',
    run: () => import('./drills/failover.ts'),
  },
  fuzz: {
    minutes: 1,
    does: 'sends hostile requests to every operation',
    run: () => import('./drills/fuzz.ts'),
  },
  image: { minutes: 5, does: 'builds and runs the container image', run: () => import('./drills/image.ts') },
  lock: { minutes: 6, does: 'migrates large tables under load', run: () => import('./drills/lock.ts') },
  release: {
    minutes: 5,
    does: 'builds the release twice and starts it',
    run: () => import('./drills/release.ts'),
  },
  upgrade: {
    minutes: 4,
    does: 'upgrades from the previous release under load',
    run: () => import('./drills/upgrade.ts'),
  },
  lighthouse: {
    does: 'checks the Lighthouse scores of the main pages (15 min)',
    needsPages: true,
    run: () => import('./drills/lighthouse.ts'),
  },
  mutate: {
    does: 'runs mutation tests on one module (StrykerJS)',
    run: () => import('./drills/mutate.ts'),
  },
  screens: {
    does: 'saves screenshots of every player screen to screens/',
    needsPages: true,
    run: () => import('./drills/screens.ts'),
  },
};
const help = `Usage: npm run drill -- <name> [options]

Long-running proofs and measurements. Each lists its options with --help.

${Object.entries(drills)
  .map(([name, { does, minutes }]) => `  ${name.padEnd(11)} ${does}${minutes ? ` (${minutes} min)` : ''}`)
  .join('\n')}
  all         every drill with a time, one after the other`;

function runAlone(name: string): Promise<boolean> {
  const child = spawn(process.execPath, ['scripts/drill.ts', name], { cwd: root, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  process.once('SIGTERM', stop);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.off('SIGTERM', stop);
      resolve(code === 0);
    });
  });
}

async function runAll(): Promise<void> {
  const failed: string[] = [];
  for (const [name, { minutes }] of Object.entries(drills)) {
    if (!minutes) continue;
    console.log(`\n=== ${name} (about ${minutes} minutes)`);
    if (!(await runAlone(name))) failed.push(name);
  }
  console.log(failed.length === 0 ? '\nAll drills passed.' : `\nFailed: ${failed.join(', ')}`);
  if (failed.length > 0) process.exitCode = 1;
}

// The remaining arguments belong to the drill.
const [name = '--help'] = process.argv.splice(2, 1);
const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (drill) {
  if (drill.needsPages && !process.argv.includes('--help')) await prepare();
  await drill.run();
  // Node 24 waits at its end, with a whole core, for requests of connections that a fault cut (CleanupHandles).
  process.exit();
} else if (name === 'all') await runAll();
else {
  const isAsked = name === '--help' || name === '-h';
  console.log(isAsked ? help : `Unknown drill: ${name}\n\n${help}`);
  if (!isAsked) process.exitCode = 2;
}
