/**
 * `npm run lighthouse`: what Lighthouse (mobile preset) says of the pages that players see first, on the sandbox, in
 * headless Chromium without anything in its cache. Each page is measured three times and the best counts: other work on
 * the machine can only make a page look slower.
 * Prints the four scores, the layout shift and the JavaScript sent; exit code 1 below the limits.
 *   npm run lighthouse -- /home      only the pages that are named
 * Lighthouse itself is fetched when it is first used: it is three times the size of everything else in node_modules.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { startApp } from '../tests/support/e2e/app.ts';
import { signIn } from '../tests/support/e2e/play.ts';
import { browserFlags, findBrowser } from './find-browser.ts';

const version = '13.5.0';
const article = '/blog/how-daily-challenges-boost-your-gaming-skills';
const pages: readonly { path: string; isSignedIn: boolean; javaScriptKb?: number }[] = [
  { path: '/', isSignedIn: false, javaScriptKb: 130 },
  { path: article, isSignedIn: false },
  { path: '/home', isSignedIn: true },
];
const limits = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const shiftAtMost = 0.02;
const runs = 3;

type Category = keyof typeof limits;

interface Report {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number; details?: Details }>;
}
interface Details {
  items?: { resourceType?: string; transferSize?: number }[];
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Runs Lighthouse in the browser that listens on `port`, with whatever it has stored. */
async function report(url: string, port: number, folder: string): Promise<Report> {
  const output = join(folder, 'report.json');
  const ran = spawn(
    'npm',
    [
      ...['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', url, '--quiet'],
      ...[`--port=${port}`, '--disable-storage-reset', '--output=json', `--output-path=${output}`],
      `--only-categories=${Object.keys(limits).join(',')}`,
    ],
    // Outside the project: its own packages must not be taken for Lighthouse's.
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const code = await new Promise((resolve) => ran.on('exit', resolve));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} at ${url}`);
  return JSON.parse(readFileSync(output, 'utf8'));
}

async function emptyCache(browser: BrowserContext): Promise<void> {
  const tab = await browser.newPage();
  const session = await browser.newCDPSession(tab);
  await session.send('Network.clearBrowserCache');
  await tab.close();
}

async function bestReport(browser: BrowserContext, ...of: Parameters<typeof report>): Promise<Report> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) {
    await emptyCache(browser);
    reports.push(await report(...of));
  }
  const score = ({ categories }: Report) => categories.performance.score;
  return reports.reduce((best, other) => (score(other) > score(best) ? other : best));
}

/** Kilobytes of JavaScript that the page fetched, as they came over the wire. */
function javaScriptKb({ audits }: Report): number {
  const items = audits['network-requests']?.details?.items ?? [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000;
}

function faultsOf({ categories, audits }: Report, category: Category): string[] {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${category}: ${audits[id]?.title}`);
}

function judge(found: Report, page: (typeof pages)[number]): boolean {
  const scores = Object.keys(limits).map((name) => {
    const category = name as Category;
    return { category, score: Math.round(found.categories[category].score * 100) };
  });
  const shift = found.audits['cumulative-layout-shift']?.numericValue ?? 0;
  const kb = javaScriptKb(found);
  console.log(
    `${page.path}\n  ${scores.map(({ category, score }) => `${category} ${score}`).join(', ')}, ` +
      `layout shift ${shift.toFixed(3)}, JavaScript ${kb.toFixed(0)} KB`,
  );
  const low = scores.filter(({ category, score }) => score < limits[category]);
  for (const { category } of low) for (const fault of faultsOf(found, category)) console.log(`    ${fault}`);
  return low.length === 0 && shift <= shiftAtMost && kb <= (page.javaScriptKb ?? Number.POSITIVE_INFINITY);
}

async function openBrowser(port: number, profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  });
}

const named = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'finalring-lighthouse-'));
const app = await startApp();
const port = await freePort();
const browser = await openBrowser(port, join(folder, 'profile'));
try {
  let isGood = true;
  for (const page of pages.filter(({ path }) => named.length === 0 || named.includes(path))) {
    if (page.isSignedIn) {
      const tab = await browser.newPage();
      await signIn(tab, { at: app.url });
      await tab.close();
    }
    const found = await bestReport(browser, app.url + page.path, port, folder);
    isGood = judge(found, page) && isGood;
  }
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}
