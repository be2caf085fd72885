/**
 * All of `npm test` after the installation: checks, unit and integration tests, browser tests. Stops at the first
 * section that fails; the last line counts the tests.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTestBrowser, installMissingBrowser } from './find-browser.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'finalring-reports-'));
const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(0);
const count = { passed: 0, failed: 0 };

process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

function run(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const stop = () => child.kill('SIGTERM');
  process.once('SIGTERM', stop);
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => {
      process.off('SIGTERM', stop);
      resolve(code === 0);
    });
  });
}

function readReport(path: string): Record<string, unknown> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

function add(passed: unknown, failed: unknown): void {
  count.passed += Number(passed ?? 0);
  count.failed += Number(failed ?? 0);
}

async function unitTests(): Promise<boolean> {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGreen = await run(['node_modules/.bin/vitest', 'run', ...reporters], { NODE_ENV: 'test' });
  const { numPassedTests, numFailedTests } = readReport(report);
  add(numPassedTests, numFailedTests);
  return isGreen;
}

async function browserTests(): Promise<boolean> {
  installMissingBrowser();
  if (!findTestBrowser()) {
    console.error('No Chromium here, and none could be installed. Install one or set CHROMIUM_PATH.');
    return false;
  }
  const report = join(reports, 'playwright.json');
  const output = join(root, 'test-results', String(process.pid));
  const isGreen = await run(
    ['node_modules/.bin/playwright', 'test', '--reporter=line,json', `--output=${output}`],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const stats = (readReport(report).stats ?? {}) as Record<string, number>;
  add(stats.expected, (stats.unexpected ?? 0) + (stats.flaky ?? 0));
  if (isGreen) rmSync(output, { recursive: true, force: true });
  else console.error(`Screenshots, and what the pages held: ${output}`);
  return isGreen;
}

const sections: [string, () => Promise<boolean>][] = [
  [
    'Checks: format, lint, types, import directions, numbers of decisions, dead code',
    () => run(['scripts/check.ts']),
  ],
  ['Unit and integration tests, on a real PostgreSQL', unitTests],
  ['Web app', () => run(['scripts/build-web.ts'])],
  ['Browser tests', browserTests],
];

for (const [title, work] of sections) {
  console.log(`\n=== ${title} (${seconds()} s)`);
  if (await work()) continue;
  if (count.failed === 0) count.failed = 1;
  console.error(`\nFailed: ${title}`);
  process.exitCode = 1;
  break;
}
console.log(`\nTotal time: ${seconds()} s`);
console.log(`${count.passed} passed, ${count.failed} failed`);
