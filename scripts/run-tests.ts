// SPDX-License-Identifier: Apache-2.0

/**
 * Everything in `npm test` after the installation: checks, unit and integration tests, browser tests. Every phase runs
 * even if another fails, except browser tests if the app doesn't build. By default it skips tests tagged `long` and the
 * second time zone, and repeats random tests less often (tests/support/often.ts). `npm test -- --all` runs everything.
 * `npm test -- <words>` runs matching tests, long or not.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldestVersion } from '../server/platform/db/migrate.ts';
import { findInstalled } from '../server/platform/embedded-postgres/binaries.ts';
import { olderPostgres, startInstalledPostgres } from '../tests/support/installed-postgres.ts';
import { getSlowness } from '../tests/support/patience.ts';
import { findPgbouncer } from '../tests/support/pgbouncer.ts';
import { command } from './command.ts';
import { findTestBrowser, installMissingBrowser } from './find-browser.ts';
import { engines, isInstalled } from './find-engine.ts';
import { installFolder } from './install.mjs';
import { installPackage } from './install-package.ts';
import { findTests } from './tests/find-tests.ts';
import { findLongTests } from './tests/long-tests.ts';
import { followTests } from './tests/progress.ts';
import { type Phase, runPhase } from './tests/run-program.ts';
import { pickParts, readEarlierRun } from './tests/time-left.ts';

const parsed = command('test', 'Runs all checks and tests, or those that match.')
  .argument('[words...]', 'words in the path or the title of a test')
  .option('--all', 'includes the slow tests')
  .parse();
const { all = false } = parsed.opts<{ all?: true }>();
const root = fileURLToPath(new URL('../', import.meta.url));
const build = 'Build of the web app';
const oldest = String(oldestVersion);
const toReport = (kind: string) => join(root, `reports/${kind}.json`);
const chosen = parsed.args.length > 0 ? chooseTests(parsed.args) : undefined;
/** Each kind of run has its own report. The remaining time is estimated from a complete run. */
const follower = followTests(
  chosen
    ? { report: toReport('some-tests'), known: chosen.known }
    : {
        report: toReport(all ? 'all-tests' : 'tests'),
        earlier: readEarlierRun([toReport(all ? 'all-tests' : 'tests')]),
      },
);

/**
 * Tests often wait, so running unit and browser tests together uses two cores better. Not with `--all`, because long
 * tests suffer from the slowdown.
 */
const isSideBySide = !all && !chosen;
/** Workers for each of two simultaneous runs. With five in total, tests timed out. */
const workersBeside = 2;

const slowness = getSlowness();
if (slowness >= 2)
  follower.say(
    `This machine is ${slowness.toFixed(0)} times slower than usual. Time limits grow accordingly.`,
  );

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    isStopping = true;
  });
}

const run = async (phase: Phase) => !isStopping && (await runPhase(follower, phase));

function runUnits(
  title: string,
  which: readonly string[],
  { isBeside = false, long = all, database = '' } = {},
): Promise<boolean> {
  const reporter = '--reporter=./scripts/tests/report-vitest.ts';
  return run({
    title,
    args: ['node_modules/.bin/vitest', 'run', reporter, ...(long ? [] : ['--tags-filter=!long']), ...which],
    env: {
      NODE_ENV: 'test',
      TESTS: long ? 'all' : 'brief',
      ...(database && { TEST_DATABASE_URL: database }),
      ...(isBeside && { TEST_WORKERS: String(workersBeside) }),
    },
  });
}

/**
 * Tests with a database, once more on another version. The others would do the same as before.
 * @param shard which part of the tests, such as `1/2`
 */
async function runUnitsOn(version: string, { long = false, shard = '1/1' }): Promise<void> {
  if (isStopping) return;
  const title = `Tests on PostgreSQL ${version}`;
  const server = await startInstalledPostgres(version);
  if (!server) return follower.say(`LEFT OUT: ${title}, since it is not installed`);
  const which = ['--project=together', '--project=product', `--shard=${shard}`, 'server', 'cli', 'tests'];
  await runUnits(title, which, { long, database: server.url }).finally(server.stop);
}

/** All on the oldest supported version, which is the most different one, and a part on each version in between. */
async function runUnitsOnOlder(): Promise<void> {
  if (!findInstalled(oldest)) installPackage(`postgresql-${oldest}`);
  await runUnitsOn(oldest, { long: true });
  const { folder, versions } = olderPostgres;
  await installFolder(folder).catch(({ message }: Error) => follower.say(message));
  for (const [index, version] of versions.entries())
    await runUnitsOn(version, { shard: `${index + 1}/${versions.length}` });
}

const walks = 'tests/e2e/walks.spec.ts';

/** Keeps screenshots and page contents only if a test failed. */
async function runPlaywright(title: string, args: readonly string[]): Promise<boolean> {
  const output = join(root, 'test-results', `${process.pid}-${title.toLowerCase().replaceAll(' ', '-')}`);
  const program = ['node_modules/.bin/playwright', 'test', '--reporter=./scripts/tests/report-playwright.ts'];
  const isGreen = await run({ title, args: [...program, `--output=${output}`, ...args] });
  if (isGreen) rmSync(output, { recursive: true, force: true });
  else follower.say(`Screenshots and page contents: ${output}`);
  return isGreen;
}

/** What matters most, once more in browsers of other makers. */
async function runWalks(which: readonly string[] = []): Promise<void> {
  for (const engine of engines) {
    const title = `Walks in ${engine.title}`;
    if (!isInstalled(engine)) follower.say(`LEFT OUT: ${title}, since it is not installed`);
    else await runPlaywright(title, [`--project=${engine.project}`, ...which]);
  }
}

async function runBrowsers(which: readonly string[], long = all): Promise<boolean> {
  installMissingBrowser();
  if (!findPgbouncer()) installPackage('pgbouncer');
  const title = 'Browser tests';
  if (!findTestBrowser()) {
    const phase = follower.begin(title);
    const message = 'No Chromium found, and installing it failed. Install it or set CHROMIUM_PATH.';
    phase.fail({ title, message });
    phase.end(false);
    return false;
  }
  return runPlaywright(title, [
    '--project=chromium',
    ...(long ? [] : ['--grep-invert=@long']),
    ...(isSideBySide ? [`--workers=${workersBeside}`] : []),
    ...which,
  ]);
}

const check = () => run({ title: 'Checks', args: ['scripts/check.ts'], isAside: true });
const buildWeb = () => run({ title: build, args: ['scripts/build-web.ts'] });

/**
 * The tests that match the words, with their durations in the last complete run. Single tests of a file have no known
 * duration.
 */
function chooseTests(words: readonly string[]) {
  const { units, browser, title } = findTests(words);
  if (units.length + browser.length === 0) {
    console.error(`No test has "${words.join(' ')}" in its path or title.`);
    process.exit(1);
  }
  // Prefers a run that included long tests, as this one does.
  const earlier = title ? undefined : readEarlierRun([toReport('all-tests'), toReport('tests')]);
  const phases = browser.length > 0 ? [build] : [];
  const known = earlier ? pickParts(earlier, { files: [...units, ...browser], phases }) : new Map();
  return { units, browser, title, known };
}

async function runMatching({ units, browser, title }: ReturnType<typeof chooseTests>): Promise<void> {
  if (units.length > 0) {
    await runUnits('Unit and integration tests', [...units, ...(title ? ['-t', title] : [])], { long: true });
  }
  if (browser.length > 0 && (await buildWeb())) {
    const grep = title ? [`--grep=${title}`] : [];
    const others = browser.filter((file) => file !== walks);
    if (others.length > 0) await runBrowsers([...others, ...grep], true);
    if (others.length < browser.length) await runWalks(grep);
  }
}

/** One phase after the other, so that long tests aren't slowed down. */
async function runAll(): Promise<void> {
  const checks = check();
  const isBuilt = await buildWeb();
  await runUnits('Unit and integration tests', []);
  if (!isStopping) await runUnitsOnOlder();
  if (isBuilt) {
    await runBrowsers([]);
    await runWalks();
  }
  await checks;
}

/**
 * Checks run at low priority, on processor time that waiting tests leave. No server may start while its pages are being
 * written. Tests that kill, start and stop processes have deadlines, so they don't run beside browsers. They run beside
 * the last unit tests, which alone leave a quarter of two cores idle. Product tests run then too, to use that time.
 */
async function runSideBySide(): Promise<void> {
  const checks = check();
  const isBuilt = await buildWeb();
  let areUnitsDone = false;
  const others = ['--project=together', '--project=sandbox'];
  const units = runUnits('Unit and integration tests', others, { isBeside: true }).finally(() => {
    areUnitsDone = true;
  });
  if (isBuilt) await runBrowsers([]);
  await checks;
  const product = runUnits(
    'Tests of the product and of processes',
    ['--project=product', '--project=apart'],
    {
      isBeside: !areUnitsDone,
    },
  );
  await Promise.all([units, product]);
  follower.say(`Left to npm test -- --all: ${findLongTests().count} long tests`);
}

if (chosen) await runMatching(chosen);
else await (all ? runAll() : runSideBySide());
process.exitCode = follower.conclude({ isWhole: !chosen && !isStopping }) ? 0 : 1;
