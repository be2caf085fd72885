// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run attacks`: runs the scripted attacks in `tests/attacks`. Prints each attack's goal, the requirement of OWASP
 * ASVS 5.0.0 that forbids it, and how the app refused it. Exit code 1 if an attack succeeds.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Report {
  testResults: {
    name: string;
    assertionResults: {
      title: string;
      status: string;
      meta?: {
        attack?: { asvs: string; goal: string; refusal: string };
        matrix?: { operations: number; identities: number; flags: number };
      };
    }[];
  }[];
}

const matrixFile = 'server/permission-matrix.test.ts';

const folder = mkdtempSync(join(tmpdir(), 'finalring-attacks-'));
const file = join(folder, 'attacks.json');
try {
  const reporters = ['--reporter=json', `--outputFile.json=${file}`];
  const { stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/.bin/vitest',
      'run',
      'tests/attacks',
      matrixFile,
      '--project=together',
      '--project=product',
      ...reporters,
    ],
    { cwd: fileURLToPath(new URL('../../', import.meta.url)), encoding: 'utf8' },
  );
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const isMatrix = ({ name }: { name: string }) => name.endsWith(matrixFile);
  let [tried, refused] = [0, 0];
  for (const { name, assertionResults } of testResults
    .filter((result) => !isMatrix(result))
    .sort((one, other) => one.name.localeCompare(other.name))) {
    console.log(`\n${basename(name, '.test.ts').replaceAll('-', ' ')}`);
    for (const { title, status, meta } of assertionResults) {
      tried++;
      if (status === 'passed') refused++;
      const { asvs = '?', goal = title, refusal = '' } = meta?.attack ?? {};
      console.log(
        `${status === 'passed' ? 'refused' : 'REACHED'}  ${asvs.padEnd(7)} ${goal}\n${' '.repeat(17)}${refusal}`,
      );
    }
  }
  const rows = testResults.filter(isMatrix).flatMap(({ assertionResults }) => assertionResults);
  const matrix = rows.find(({ meta }) => meta?.matrix)?.meta?.matrix;
  console.log(
    matrix
      ? `\n${matrix.operations} operations x ${matrix.identities} identities: ${matrix.flags} flags`
      : '\nThe matrix of operations and identities FAILED',
  );
  console.log(`${refused} of ${tried} attacks refused`);
  if (tried === 0 || refused < tried || !matrix) {
    console.error(stderr);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
