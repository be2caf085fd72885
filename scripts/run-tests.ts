// SPDX-License-Identifier: Apache-2.0

/**
 * Everything in `npm test` after the installation: checks, unit and integration tests, browser tests. Every section runs
 * even if another fails, except browser tests of an app that does not build; the last lines name what failed and count the
 * tests. Tests with the tag `long` are left out, and those that repeat something do so less often (tests/support/often.ts);
 * `npm test -- --all` leaves nothing out.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './command.ts';
import { findTestBrowser, installMissingBrowser } from './find-browser.ts';
import { installMissingPgbouncer } from './install-pgbouncer.ts';
import { serverEnvironment } from './server-flags.mjs';

const { all = false } = command('test', 'Runs every check and test.')
  .option('--all', 'also the tests that take long')
  .parse()
  .opts<{ all?: true }>();
const root = fileURLToPath(new URL('../', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'finalring-reports-'));
/** Tests start some hundred processes from the same sources. */
const { NODE_COMPILE_CACHE } = serverEnvironment;
const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(0);
const count = { passed: 0, failed: 0 };
/** Repeated in the last lines, since a failed test may be thousands of lines above. */
const failures: string[] = [];

process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/**
 * Tests wait now and then: unit and browser tests run together leave less of two cores idle than one after the other. Not
 * with `--all`, since long tests suffer from being slowed down.
 */
const isSideBySide = !all;
/** Workers for each of two runs at the same time: with five in total, tests timed out. */
const workersBeside = 2;
const besideBrowsers = ['--project=!product', '--project=!apart', '--project=!alone'];

interface RunOptions {
  env?: Record<string, string>;
  /** Prints the output only at the end, so that it is not mixed with that of concurrent runs. */
  isHeardLater?: boolean;
  /** Runs with a lower priority than concurrent runs. */
  isAside?: boolean;
}

function run(
  args: string[],
  { env = {}, isHeardLater = false, isAside = false }: RunOptions = {},
): Promise<boolean> {
  const told = isHeardLater ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', told, told],
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
  });
  if (isAside && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
  const stop = () => child.kill('SIGTERM');
  process.once('SIGTERM', stop);
  return new Promise((resolve) => {
    const end = (isGreen: boolean) => {
      process.off('SIGTERM', stop);
      process.stdout.write(Buffer.concat(said));
      resolve(isGreen);
    };
    child.on('error', () => end(false));
    child.on('close', (code) => end(code === 0));
  });
}

function readReport(path: string): Record<string, unknown> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

function add(passed: unknown, failed: unknown): void {
  count.passed += Number(passed ?? 0);
  count.failed += Number(failed ?? 0);
}

interface VitestReport {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

const firstLines = (text = '') => text.split('\n').slice(0, 6).join('\n    ');

interface UnitTestsOptions {
  /** Browser tests or other unit tests run at the same time. */
  isBeside?: boolean;
  isHeardLater?: boolean;
}

async function unitTests(
  which: string[] = [],
  { isBeside, isHeardLater }: UnitTestsOptions = {},
): Promise<boolean> {
  const report = join(reports, `vitest${which[0] ?? ''}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGreen = await run(
    [...['node_modules/.bin/vitest', 'run', ...reporters], ...(all ? [] : ['--tags-filter=!long']), ...which],
    {
      env: {
        NODE_ENV: 'test',
        TESTS: all ? 'all' : 'brief',
        ...(isBeside && { TEST_WORKERS: String(workersBeside) }),
      },
      isHeardLater,
    },
  );
  const { numPassedTests, numFailedTests, testResults = [] } = readReport(report) as VitestReport;
  add(numPassedTests, numFailedTests);
  for (const { name, assertionResults } of testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status !== 'failed') continue;
      failures.push(`${relative(root, name)}: ${fullName}\n    ${firstLines(failureMessages[0])}`);
    }
  }
  return isGreen;
}

async function browserTests(): Promise<boolean> {
  installMissingBrowser();
  installMissingPgbouncer();
  if (!findTestBrowser()) {
    console.error('No Chromium here, and none could be installed. Install one or set CHROMIUM_PATH.');
    return false;
  }
  const report = join(reports, 'playwright.json');
  const output = join(root, 'test-results', String(process.pid));
  const isGreen = await run(
    [
      ...['node_modules/.bin/playwright', 'test', '--reporter=list,json', `--output=${output}`],
      ...(all ? [] : ['--grep-invert=@long']),
      ...(isSideBySide ? [`--workers=${workersBeside}`] : []),
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, isHeardLater: isSideBySide },
  );
  const stats = (readReport(report).stats ?? {}) as Record<string, number>;
  add((stats.expected ?? 0) + (stats.flaky ?? 0), stats.unexpected);
  if (stats.flaky) console.log(`${stats.flaky} passed on the second try; mend them: see "flaky" above`);
  if (isGreen) rmSync(output, { recursive: true, force: true });
  else console.error(`Screenshots, and what the pages held: ${output}`);
  return isGreen;
}

const failed: string[] = [];
let isStopping = false;
process.once('SIGTERM', () => {
  isStopping = true;
});

/** Runs the work, unless the whole run is being stopped, and prints the outcome. */
async function section(title: string, work: () => Promise<boolean>): Promise<boolean> {
  const isGreen = !isStopping && (await work());
  console.log(`\n=== ${isGreen ? 'ok' : 'FAILED'}: ${title} (${seconds()} s)`);
  if (!isGreen) failed.push(title);
  return isGreen;
}

// The checks run at low priority on what waiting tests leave of the cores. No server may start while its pages are being
// written.
const checks = section('Checks: format, lint, types, import directions, table owners, dead code', () =>
  run(['scripts/check.ts'], { isAside: true, isHeardLater: true }),
);
const isBuilt = await section('Web app', () => run(['scripts/build-web.ts']));
let areUnitsDone = false;
const units = section('Unit and integration tests, on a real PostgreSQL', () =>
  isSideBySide ? unitTests(besideBrowsers, { isBeside: true }) : unitTests(),
).finally(() => {
  areUnitsDone = true;
});
if (!isSideBySide) await units;
if (isBuilt) await section('Browser tests', browserTests);
else await checks;
if (isSideBySide) {
  // Tests that kill, start and stop processes have deadlines, so they do not run beside browsers. They run beside the last
  // unit tests, which by themselves leave a quarter of two cores idle; the tests of the product wait to fill that time too.
  await checks;
  const isBeside = !areUnitsDone;
  const product = section('Tests of the product, and what kills, starts and stops processes', () =>
    unitTests(['--project=product', '--project=apart'], { isBeside, isHeardLater: isBeside }),
  );
  await Promise.all([units, product]);
  await section('Tests of several processes and databases', () => unitTests(['--project=alone']));
} else {
  await checks;
}

for (const failure of failures) console.error(`\nFailed: ${failure}`);
if (failed.length > 0) {
  count.failed = Math.max(count.failed, 1);
  process.exitCode = 1;
  console.error(`\nFailed: ${failed.join('; ')}`);
}
console.log(`\nTotal time: ${seconds()} s`);
console.log(`${count.passed} passed, ${count.failed} failed`);
