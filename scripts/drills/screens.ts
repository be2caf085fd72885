// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- screens`: takes pictures of every player screen in the sandbox, at widths of 390, 768 and 1440,
 * into screens/, which git ignores. For people to look at.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type RunningApp, startApp } from '../../tests/support/e2e/app.ts';
import { cardFrame, cards, fillCard, pressPay } from '../../tests/support/e2e/pay.ts';
import { enterChallenge, playMatch, signIn, uniqueName } from '../../tests/support/e2e/play.ts';
import { screens } from '../../tests/support/e2e/screens.ts';
import { expect } from '../../tests/support/e2e/test.ts';
import { command } from '../command.ts';
import { browserFlags, findBrowser } from '../find-browser.ts';

const wanted = command('drill screens', 'Saves screenshots of every player screen to screens/.')
  .argument('[names...]', 'only screens whose name contains one of these')
  .option('--docs', 'saves the pictures of the documentation, 1440 wide, to docs/pictures')
  .parse();
const { docs: isForDocs } = wanted.opts<{ docs?: true }>();
const folder = fileURLToPath(new URL(isForDocs ? '../../docs/pictures/' : '../../screens/', import.meta.url));
const widths = isForDocs ? [1440] : [390, 768, 1440];
/** The pictures in the players' documentation. */
const ofDocs = ['entry-variants', 'receipt', 'products', 'trade-coins'];
const getHeight = (width: number) => (width < 700 ? 844 : 900);
const jpegQuality = 70;
const waitsMs = 15_000;

interface Screen {
  name: string;
  path: string;
  /** Prepares the page before the picture. */
  before?: (page: Page) => Promise<void>;
  /** True for the whole page instead of the window. */
  isLong?: boolean;
}

/** States that need more than an address, or a wait. */
const byHand: readonly Screen[] = [
  { name: 'product', path: '/products?q=arcana', before: goToProduct, isLong: true },
  { name: 'cart', path: '/products', before: goToFilledCart },
  { name: 'trade-coins', path: '/trade-coins', before: waitForCardField },
  { name: 'receipt', path: '/past-challenges', before: openReceipt },
  { name: 'entry-variants', path: '/home#challenges', before: openEntry },
];

/** `/profile?tab=settings` is `profile-tab-settings`. */
const toName = (path: string) => path.match(/\w+/g)?.join('-') ?? 'landing';

const isHere = new Set(byHand.map(({ name }) => name));

/** Screens that need only an address, as in the browser tests, once per kind of signed-in person. */
function byAddress(prefix: string, isShown: (who: string) => boolean): Screen[] {
  const paths = screens
    .filter(({ path, who }) => !path.includes(':') && isShown(who))
    .map(({ path }) => path);
  return [...new Set(paths)]
    .map((path) => ({ name: prefix + toName(path), path, isLong: true }))
    .filter(({ name }) => !isHere.has(name));
}

const before = byAddress('visitor-', (who) => who === 'visitor');
const behind = [...byAddress('', (who) => who !== 'visitor'), ...byHand];

async function goToProduct(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dota 2 Arcana' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dota 2 Arcana' }).waitFor();
}

async function goToFilledCart(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: /ADD TO CART/i });
  await add.first().waitFor();
  for (const place of [0, 1]) await add.nth(place).click();
  await page.goto('/cart');
  await page.getByRole('heading', { name: /^Cart \(/ }).waitFor();
}

async function waitForCardField(page: Page): Promise<void> {
  await page.frameLocator(cardFrame).getByLabel('Card number').waitFor();
}

async function openReceipt(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Why\?/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

async function openEntry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter Challenge' }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** A player with some history: coins bought, one challenge won, one lost. */
async function playALittle(page: Page, app: RunningApp): Promise<void> {
  await page.goto('/trade-coins');
  await page.getByLabel('Package', { exact: true }).selectOption({ index: 4 });
  await fillCard(page, cards.good);
  await pressPay(page);
  await page.getByRole('heading', { name: 'You got your coins' }).waitFor();
  await page.goto('/home');
  const epicId = uniqueName();
  for (const match of [
    { placement: 1, kills: 9 },
    { placement: 60, kills: 1 },
  ]) {
    await enterChallenge(page, { challenge: /Survive the ring/, epicId });
    await playMatch(app, epicId, match);
    await page
      .getByRole('dialog', { name: /result|challenge/i })
      .getByText(/Congratulations|plan/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
}

/**
 * Waits until no part of the page is loading. (The live stream keeps the network busy, so network idle never comes.)
 */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0, { timeout: waitsMs });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** Loads pictures further down, which otherwise load on scrolling. */
async function loadPictures(page: Page): Promise<void> {
  const missing = `[...document.images].filter((image) => {
    image.loading = 'eager';
    return !image.complete || image.naturalWidth === 0;
  }).length`;
  await expect.poll(() => page.evaluate(missing), { timeout: waitsMs }).toBe(0);
  await page.evaluate(`Promise.all([...document.images].map((image) => {
    image.decoding = 'sync';
    return image.decode().catch(() => {});
  }))`);
}

/** A full-page picture would move a carousel, so the window is made as tall as the page instead. */
async function showCarousel(page: Page, width: number): Promise<void> {
  if ((await page.locator('[aria-roledescription=carousel]').count()) === 0) return;
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height });
}

async function takeAt(page: Page, width: number, app: RunningApp, screen: Screen): Promise<void> {
  const isLong = screen.isLong ?? false;
  await page.setViewportSize({ width, height: getHeight(width) });
  await page.goto(app.url + screen.path);
  await settle(page);
  await screen.before?.(page);
  if (isLong) {
    await showCarousel(page, width);
    await loadPictures(page);
  }
  const path = join(folder, isForDocs ? `${screen.name}.jpg` : `${screen.name}-${width}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: jpegQuality, fullPage: isLong && !isForDocs });
}

async function take(context: BrowserContext, app: RunningApp, screen: Screen): Promise<void> {
  for (const width of widths) {
    const page = await context.newPage();
    await takeAt(page, width, app, screen).finally(() => page.close());
  }
  console.log(screen.name);
}

const named = wanted.args;
const isWanted = ({ name }: Screen) =>
  isForDocs ? ofDocs.includes(name) : named.length === 0 || named.some((part) => name.includes(part));
mkdirSync(folder, { recursive: true });
const app = await startApp();
const browser = await chromium.launch({ args: browserFlags, executablePath: findBrowser() });
try {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    baseURL: app.url,
  });
  context.setDefaultTimeout(waitsMs);
  for (const screen of before.filter(isWanted)) await take(context, app, screen);
  if (behind.some(isWanted)) {
    const page = await context.newPage();
    await signIn(page, { name: 'Ada Player', email: 'ada@player.test' });
    await playALittle(page, app);
    await page.close();
  }
  for (const screen of behind.filter(isWanted)) await take(context, app, screen);
} finally {
  await browser.close();
  await app.stop();
}
