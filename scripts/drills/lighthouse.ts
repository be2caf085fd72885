// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- lighthouse`: Lighthouse scores (mobile preset) of the first pages that visitors and players see, on
 * the sandbox, in headless Chromium with an empty cache, signed in for players' pages. Measures each page several times
 * and uses the median of each score; other programs on the machine make pages look slower. Prints each score and a
 * final table. Exit code 1 if a score is below its limit. A visitor's page takes a quarter of a minute, a player's page
 * a minute, because its live stream keeps the network busy. Lighthouse is downloaded on first use, since it is three
 * times as large as all of node_modules.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { Argument } from 'commander';
import { type RunningApp, startApp } from '../../tests/support/e2e/app.ts';
import { signIn } from '../../tests/support/e2e/play.ts';
import { shareWin } from '../../tests/support/e2e/shared-win.ts';
import { command, toCount } from '../command.ts';
import { browserFlags, findBrowser } from '../find-browser.ts';
import { freePort } from '../release/try-out.ts';

const version = '13.5.0';
const article = '/blog/how-daily-challenges-boost-your-gaming-skills';
interface Page {
  path: string;
  isSignedIn?: true;
  performance?: number;
  javaScriptKb?: number;
  /** Prepares the page's data. @returns its address, for which `path` is a pattern */
  prepare?: (app: RunningApp, browser: Browser) => Promise<string>;
  /** Search engines are kept out on purpose, which Lighthouse counts as a fault. */
  isHidden?: true;
}
const pages: readonly Page[] = [
  { path: '/', performance: 100, javaScriptKb: 132 },
  { path: '/challenges' },
  { path: '/r/:id', prepare: shareWin, isHidden: true },
  { path: '/blogs' },
  { path: article },
  { path: '/home', isSignedIn: true },
  { path: '/products', isSignedIn: true },
  { path: '/events', isSignedIn: true },
];
const limits = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const maxShift = 0.02;

type Category = keyof typeof limits;
const categories = Object.keys(limits) as Category[];

interface Report {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number; details?: Details }>;
}
interface Details {
  items?: { resourceType?: string; transferSize?: number }[];
}

/** Lighthouse sometimes misses the start of a load and asks to be run again. */
const maxTries = 3;

/** Runs Lighthouse in the browser at `port`, with its stored data. */
async function report(
  url: string,
  page: Page,
  port: number,
  folder: string,
  tries = maxTries,
): Promise<Report> {
  const { isHidden } = page;
  const output = join(folder, 'report.json');
  const ran = spawn(
    'npm',
    [
      ...['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', url, '--quiet'],
      ...[`--port=${port}`, '--disable-storage-reset', '--output=json', `--output-path=${output}`],
      `--only-categories=${categories.join(',')}`,
      ...(isHidden ? ['--skip-audits=is-crawlable'] : []),
    ],
    // Outside the project, so that npm doesn't use the project's packages for Lighthouse.
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const code = await new Promise((resolve) => ran.on('exit', resolve));
  if (code !== 0 && tries > 1) return report(url, page, port, folder, tries - 1);
  if (code !== 0) throw new Error(`Lighthouse exited with ${code} at ${url}`);
  return JSON.parse(readFileSync(output, 'utf8'));
}

/** Clears the cache and the service worker's data, which would otherwise answer requests. Keeps the session. */
async function emptyCache(browser: BrowserContext, origin: string): Promise<void> {
  const tab = await browser.newPage();
  const session = await browser.newCDPSession(tab);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
  await tab.close();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Kilobytes of JavaScript loaded by the page, as transferred. */
function javaScriptKb({ audits }: Report): number {
  const items = audits['network-requests']?.details?.items ?? [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000;
}

function findFaults(reports: readonly Report[], category: Category): string[] {
  const faults = reports.flatMap(({ categories: found, audits }) =>
    found[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${category}: ${audits[id]?.title}`),
  );
  return [...new Set(faults)];
}

interface Verdict {
  row: Record<string, string | number>;
  faults: string[];
}

function judge(reports: readonly Report[], page: Page): Verdict {
  const middle = (read: (report: Report) => number) => median(reports.map(read));
  const getScore = (category: Category) =>
    middle((found) => Math.round(found.categories[category].score * 100));
  const scores = Object.fromEntries(categories.map((category) => [category, getScore(category)]));
  const metric = (id: string) => middle(({ audits }) => audits[id]?.numericValue ?? 0);
  const shift = metric('cumulative-layout-shift');
  const kb = middle(javaScriptKb);
  const getLimit = (category: Category) =>
    category === 'performance' ? (page.performance ?? limits.performance) : limits[category];
  const low = categories.filter((category) => (scores[category] ?? 0) < getLimit(category));
  const faults = low.flatMap((category) => {
    const below = `${category} is ${scores[category]}, limit ${getLimit(category)}`;
    return [below, ...findFaults(reports, category).map((fault) => `  ${fault}`)];
  });
  if (shift > maxShift) faults.push(`layout shift is ${shift.toFixed(3)}, limit ${maxShift}`);
  if (page.javaScriptKb && kb > page.javaScriptKb)
    faults.push(`JavaScript is ${kb.toFixed(0)} KB, limit ${page.javaScriptKb}`);
  return {
    row: {
      page: page.path,
      ...scores,
      'first paint, ms': Math.round(metric('first-contentful-paint')),
      'largest paint, ms': Math.round(metric('largest-contentful-paint')),
      shift: +shift.toFixed(3),
      'JS KB': +kb.toFixed(0),
    },
    faults,
  };
}

async function openBrowser(port: number, profile: string): Promise<BrowserContext> {
  const executablePath = findBrowser();
  return chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  });
}

/** Uses another browser, because the measured one must not have seen a player before. */
async function getAddress({ path, prepare }: Page, app: RunningApp): Promise<string> {
  if (!prepare) return app.url + path;
  const executablePath = findBrowser();
  const other = await chromium.launch({ ...(executablePath && { executablePath }), args: [...browserFlags] });
  try {
    return app.url + (await prepare(app, other));
  } finally {
    await other.close();
  }
}

async function signInOnce(browser: BrowserContext, at: string): Promise<void> {
  const tab = await browser.newPage();
  await signIn(tab, { at });
  await tab.close();
}

const lighthouse = command('drill lighthouse', 'Runs Lighthouse on the main pages, as on a phone.')
  .addArgument(new Argument('[pages...]', 'only these pages').choices(pages.map(({ path }) => path)))
  .option('--runs <n>', 'runs per page; the median counts', toCount, 5)
  .parse();
const { runs } = lighthouse.opts<{ runs: number }>();
const chosen = pages.filter(({ path }) => lighthouse.args.length === 0 || lighthouse.args.includes(path));
const folder = mkdtempSync(join(tmpdir(), 'finalring-lighthouse-'));
const app = await startApp();
const port = await freePort();
const browser = await openBrowser(port, join(folder, 'profile'));
try {
  const verdicts: Verdict[] = [];
  let isSignedIn = false;
  for (const page of chosen) {
    // Visitors' pages first, because a session changes them.
    if (page.isSignedIn && !isSignedIn) await signInOnce(browser, app.url);
    isSignedIn ||= page.isSignedIn === true;
    const address = await getAddress(page, app);
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) {
      await emptyCache(browser, app.url);
      const found = await report(address, page, port, folder);
      console.error(`${page.path}: performance ${Math.round(found.categories.performance.score * 100)}`);
      reports.push(found);
    }
    verdicts.push(judge(reports, page));
  }
  console.log(`Lighthouse ${version}, mobile, median of ${runs}`);
  console.table(Object.fromEntries(verdicts.map(({ row: { page, ...row } }) => [page, row])));
  for (const { row, faults } of verdicts) for (const fault of faults) console.log(`${row.page}: ${fault}`);
  process.exitCode = verdicts.some(({ faults }) => faults.length > 0) ? 1 : 0;
} finally {
  await browser.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}
