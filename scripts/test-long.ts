// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run test:long`: every test, and the proofs that have their own commands, one after the other, each with the time that
 * it takes on two otherwise idle cores. The last lines say what failed; then the exit code is 1.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { command, toSome } from './command.ts';

interface Proof {
  name: string;
  command: [string, ...string[]];
  minutes: number;
}

const proofs: readonly Proof[] = [
  { name: 'tests', command: ['scripts/run-tests.ts', '--all'], minutes: 16 },
  { name: 'chaos', command: ['scripts/chaos.ts', '--faults', '100'], minutes: 6 },
  { name: 'fuzz', command: ['scripts/fuzz.ts', '--requests', '100000'], minutes: 2 },
  { name: 'season', command: ['scripts/simulate-season.ts'], minutes: 10 },
  { name: 'payout', command: ['scripts/payout-drill.ts'], minutes: 10 },
  { name: 'seals', command: ['scripts/seal-drill.ts'], minutes: 3 },
  { name: 'backup', command: ['scripts/backup-drill.ts'], minutes: 2 },
  { name: 'locks', command: ['scripts/lock-drill.ts'], minutes: 6 },
  { name: 'release', command: ['scripts/release-drill.ts'], minutes: 5 },
  { name: 'image', command: ['scripts/image-drill.ts'], minutes: 5 },
  { name: 'upgrade', command: ['scripts/upgrade-drill.ts'], minutes: 4 },
];

const { list, only } = command('test:long', 'Runs every long proof, one after the other.')
  .option('--list', 'only says which there are')
  .option('--only <names>', 'these alone, with commas between', toSome(proofs.map(({ name }) => name)))
  .parse()
  .opts<{ list?: true; only?: string[] }>();
const chosen = proofs.filter(({ name }) => !only || only.includes(name));

const root = fileURLToPath(new URL('../', import.meta.url));

function run([script, ...args]: Proof['command']): Promise<boolean> {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  const stop = () => child.kill('SIGTERM');
  process.once('SIGTERM', stop);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.off('SIGTERM', stop);
      resolve(code === 0);
    });
  });
}

const failed: string[] = [];
for (const { name, command: proof, minutes } of chosen) {
  console.log(`\n=== ${name}: node ${proof.join(' ')} (about ${minutes} minutes)`);
  if (list) continue;
  const started = performance.now();
  const isGreen = await run(proof);
  const took = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`=== ${isGreen ? 'ok' : 'FAILED'}: ${name} (${took} minutes)`);
  if (!isGreen) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
