// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from 'vitest/config';
import { findLongTests } from './scripts/tests/long-tests.ts';
import { isBrief } from './tests/support/often.ts';
import { patient, testMs, waitMs } from './tests/support/patience.ts';

const inEach = ['./tests/support/no-outside-network.ts', './tests/support/patient-waits.ts'];

/** Files share worker processes: loading the same modules for each file took a third of the time. */
const sharedProcesses = {
  isolate: false,
  // The words are set once for the whole process: in every file, not only after one that came to load them.
  setupFiles: [...inEach, './contract/words.ts'],
};

/** A process of their own for each file. */
const apart = [
  // They kill, start and stop processes, and must not find what another file left in theirs.
  'cli/commands/*.test.ts',
  'tests/shown-commands.test.ts',
  'tests/clients.test.ts',
  // A process that has counted nothing yet.
  'tests/watching.test.ts',
  'server/main.test.ts',
  'server/start-*.test.ts',
  'server/few-files.test.ts',
  'server/**/survive-a-*.test.ts',
  'server/platform/embedded-postgres/*.test.ts',
  'server/platform/postgres/failover.test.ts',
  'server/platform/jobs/worker*.test.ts',
  // Its waits are the test's own, which counts only where nothing has loaded the source before.
  'server/platform/jobs/outcome-pool.test.ts',
  '{server,tests}/**/*-drill.test.ts',
];

/**
 * Several processes and a database each, on two cores: beside others the database is silent for a second now and then, which
 * the product rightly takes for an outage.
 */
const alone = ['tests/**/{chaos,processes}-drill.test.ts'];

/** What is done to every operation, table and word of the product, and the tests of `tests/support`. */
const product = ['tests/**/*.test.ts'];

/** One more than the cores that there are at least: what kills, starts and stops waits as long as it works. */
const maxWorkers = Number(process.env.TEST_WORKERS ?? 3);

export default defineConfig({
  test: {
    // Files that would only be loaded, to run no test of them.
    exclude: ['**/node_modules/**', 'tests/e2e/**', ...(isBrief ? findLongTests().files : [])],
    // What `npm test` leaves to `npm test -- --all` (scripts/run-tests.ts); a file that is run by hand runs whole.
    tags: [
      {
        name: 'long',
        description: 'Takes over a quarter of a second, and a shorter test covers the same feature.',
      },
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers,
    testTimeout: patient(testMs),
    hookTimeout: patient(testMs),
    teardownTimeout: patient(waitMs),
    expect: { poll: { timeout: patient(waitMs) } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: 'apart', include: apart, exclude: alone, setupFiles: inEach } },
      {
        extends: true,
        // After all the others.
        test: {
          name: 'alone',
          include: alone,
          setupFiles: inEach,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{bench,contract,server,cli,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...apart, ...alone],
          ...sharedProcesses,
        },
      },
      {
        extends: true,
        // Outside services don't speak in the contract's words.
        test: { name: 'sandbox', include: ['sandbox/**/*.test.ts'], isolate: false, setupFiles: inEach },
      },
      {
        extends: true,
        test: { name: 'product', include: product, exclude: [...apart, ...alone], ...sharedProcesses },
      },
      {
        extends: true,
        test: {
          name: 'in New York',
          include: ['{contract,web}/**/*.test.{ts,tsx}', 'server/**/rules.test.ts'],
          env: { TZ: 'America/New_York' },
          ...sharedProcesses,
        },
      },
    ],
  },
});
