// SPDX-License-Identifier: Apache-2.0

import { challengesApi } from '../../contract/challenges.ts';
import { expectNoOverflow, expectNothingClipped } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { giveCoins } from '../support/e2e/database.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  playMatch,
  send,
  signIn,
  uniqueName,
} from '../support/e2e/play.ts';
import { addToCart, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';

const phone = { width: 390, height: 844 };
/** 1280 x 900 at a zoom of 400 %. */
const zoomedFourTimes = { width: 320, height: 225 };

test('the home page fits the window before its scripts run', { tag: '@long' }, async ({
  browser,
  baseURL,
}) => {
  for (const viewport of [phone, { width: 768, height: 1024 }, { width: 1440, height: 900 }]) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport,
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoOverflow(page);
    await context.close();
  }
});

test('the home page cannot be scrolled sideways while its scripts load', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await signIn(page, { to: '/robots.txt' });
  await page.route(/\/assets\/.*\.js/, () => {});
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.getByRole('group', { name: 'Articles' }).getByRole('listitem').nth(3)).toBeAttached();
  await page.mouse.move(200, 400);
  await page.mouse.wheel(600, 0);
  await expectNoOverflow(page);
  expect(await page.evaluate('scrollX')).toBe(0);
});

test('the banner of the running attempt is a descriptive link', { tag: '@long' }, async ({ page }) => {
  await signIn(page);
  await expectBalance(page, 500);
  const [challenge] = await ask(page, challengesApi.getAll);
  await send(page, challengesApi.start, {
    challengeId: challenge?._id,
    challengeType: challenge?.challengeVariants[0]?.challengeType,
    epicId: uniqueName(),
  });
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Challenge PENDING – don't forget to complete it!$/ })
    .click();
  await page.waitForURL('**/past-challenges');
});

test('a dialog is readable and usable at 400 % zoom', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize(zoomedFourTimes);
  await signIn(page);
  await page.getByRole('button', { name: 'Enter Challenge' }).first().click();
  const dialog = page.getByRole('dialog');
  const main = dialog.getByRole('button', { name: /^Enter Challenge \(/ });
  await expect(main).toBeAttached();
  // The text isn't squeezed between title and buttons.
  const slit = await dialog
    .getByRole('group', { name: 'Content' })
    .evaluate((part) => (part.scrollHeight > part.clientHeight ? part.clientHeight : undefined));
  expect(slit ?? 200).toBeGreaterThanOrEqual(150);
  await main.scrollIntoViewIfNeeded();
  await expect(main).toBeInViewport({ ratio: 1 });
  await main.click();
  // The next step starts at its top, and the first fault is focused and visible.
  await expect(dialog.getByRole('heading', { name: 'Terms & Conditions' })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('group', { name: 'Content' })).toBeFocused();
  const enter = dialog.getByRole('button', { name: 'Enter Challenge', exact: true });
  await enter.click();
  const consent = dialog.getByRole('checkbox', { name: 'I accept the terms and conditions' });
  await expect(consent).toBeFocused();
  await expect(dialog.getByText('Please accept the terms and conditions')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Space');
  await enter.click();
  await expect(dialog.getByLabel('Epic ID')).toBeFocused();
  await expect(dialog.getByText('Please enter your Epic ID')).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Epic ID').fill(uniqueName());
  await enter.click();
  await expect(dialog.getByRole('heading', { name: 'Challenge Status' })).toBeInViewport({ ratio: 1 });
});

test('the header scrolls away at 400 % zoom', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/profile' });
  const header = page.getByRole('banner');
  for (const path of ['/profile', '/terms']) {
    await page.setViewportSize(phone);
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(300);
    await expect(header).toBeInViewport();
    await page.setViewportSize(zoomedFourTimes);
    await page.mouse.wheel(0, 400);
    await expect(header).not.toBeInViewport();
  }
});

test("the cart's purchase bar scrolls away at 400 % zoom", { tag: '@long' }, async ({ page, app }) => {
  const card = await putOnSale(app, { gcCoin: 150 });
  await signIn(page, { to: '/robots.txt' });
  await addToCart(page, card);
  await page.setViewportSize(phone);
  await page.goto('/cart');
  const purchase = page.getByRole('button', { name: 'Purchase Now' });
  await expect(purchase).toBeInViewport();
  await page.setViewportSize(zoomedFourTimes);
  await expect(purchase).not.toBeInViewport();
});

test('the buttons of a dialog are centered on phones', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page);
  await page.getByRole('button', { name: 'Enter Challenge' }).first().click();
  const dialog = page.getByRole('dialog');
  const boxes = [dialog, dialog.getByRole('button', { name: 'Cancel' })].map((part) => part.boundingBox());
  const [around, button] = await Promise.all(boxes);
  const middle = (box: typeof around) => (box ? box.x + box.width / 2 : Number.NaN);
  expect(Math.abs(middle(around) - middle(button))).toBeLessThan(0.6);
});

test('a form focuses its first invalid field', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page, '');
  await page.getByRole('button', { name: 'ADD GIFTCARD' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('A card');
  await dialog.getByLabel('GC Coins').fill('100');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(2);
  await expect(dialog.getByLabel('Image')).toBeFocused();
  await dialog.getByLabel('GC Coins').fill('');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByLabel('GC Coins')).toBeFocused();
});

test('a receipt prints on one page, black on white, once', { tag: '@long' }, async ({ page, app }) => {
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  await page.getByRole('link', { name: 'See why' }).click();
  const verdict = page.getByRole('dialog').getByRole('heading', { name: 'Won: here’s why' });
  await expect(verdict).toBeVisible();

  const printed = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await page.emulateMedia({ media: 'print' });
  await expect(verdict).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  const colours = await page.evaluate<string[]>(`(() => {
    const parts = [...document.querySelectorAll('[role=dialog] *')].filter((part) => part.checkVisibility());
    const seen = new Set();
    for (const part of parts) {
      const { color, backgroundColor, backgroundImage } = getComputedStyle(part);
      seen.add('text ' + color);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') seen.add('behind ' + backgroundColor);
      if (backgroundImage !== 'none') seen.add('picture ' + backgroundImage);
    }
    return [...seen];
  })()`);
  expect(colours.filter((one) => one !== 'behind rgb(255, 255, 255)')).toEqual(['text rgb(0, 0, 0)']);
});

test('a large balance is shown completely and aligned, beside a whole or no brand name', {
  tag: '@long',
}, async ({ page, app }) => {
  const { email } = await signIn(page);
  await expectBalance(page, 500);
  await giveCoins(app, email, 22_450_000);
  await page.goto('/transactions?tab=transactions');
  await expectBalance(page, 22_450_500);
  for (const width of [390, 360, 320, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const said = await page.evaluate<{ cut: string[]; crooked: number; brand: string }>(`(() => {
      const figures = [...document.querySelectorAll('main dl > dd.num')];
      const cut = figures.filter((figure) => {
        const inner = figure.parentElement.getBoundingClientRect().right;
        return [...figure.querySelectorAll('*')].some((part) => part.clientWidth > 2 && part.getBoundingClientRect().right > inner);
      });
      const rows = Map.groupBy(figures, (figure) => Math.round(figure.closest('dl').getBoundingClientRect().top));
      const tops = (row) => row.map((figure) => figure.getBoundingClientRect().top);
      const crooked = Math.max(...[...rows.values()].map((row) => Math.max(...tops(row)) - Math.min(...tops(row))));
      const logo = document.querySelector('header a[href="/home"]').getBoundingClientRect();
      const name = document.querySelector('header a[href="/home"] span').getBoundingClientRect();
      const isWhole = name.right <= logo.right + 1 && name.bottom <= logo.bottom + 1;
      const isGone = name.top >= logo.bottom - 1;
      return { cut: cut.map((figure) => figure.textContent), crooked, brand: isWhole ? 'whole' : isGone ? 'gone' : 'half' };
    })()`);
    expect(said.cut, `cut off at ${width}`).toEqual([]);
    expect(said.crooked, `out of line at ${width}`).toBeLessThan(1);
    expect(said.brand, `name at ${width}`).not.toBe('half');
  }
});

test('the selects above a dashboard list show their chosen option completely', { tag: '@long' }, async ({
  page,
}) => {
  await openDashboard(page, 'alerts');
  for (const tab of ['alerts', 'users', 'coins']) {
    await page.goto(`/dashboard/${tab}`);
    const sort = page.getByLabel('Sort', { exact: true });
    for (const width of [390, 320, 768]) {
      await page.setViewportSize({ width, height: 844 });
      const filters = page.getByRole('button', { name: 'Filters' });
      // On phones they are folded.
      await expect(sort.or(filters).filter({ visible: true }).first()).toBeVisible();
      if (!(await sort.isVisible())) await filters.click();
      await expect(sort).toBeVisible();
      const cut = await page.getByRole('main').evaluate((main) => {
        const pen = document.createElement('canvas').getContext('2d');
        return [...main.querySelectorAll('select')].flatMap((list) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(list);
          if (pen) pen.font = font;
          const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return [...list.options]
            .map(({ text }) => text)
            .filter((text) => (pen?.measureText(text).width ?? 0) > room);
        });
      });
      expect(cut, `${tab} at ${width}`).toEqual([]);
    }
  }
});

test("a field's error appears beside it and not also in a toast", { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 400/);
  await openDashboard(page, 'coins');
  const message = 'Title is taken by another package';
  await page.route('**/trade-coin/create', (route) =>
    route.fulfill({
      status: 400,
      json: { message, code: 'invalid_request', data: { issues: [{ path: 'title', message }] } },
    }),
  );
  await page.getByRole('button', { name: 'ADD COIN' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('GC_1');
  await dialog.getByLabel('Coins', { exact: true }).fill('10');
  await dialog.getByLabel('Original Price').fill('1');
  await dialog.getByLabel('Discount %').fill('0');
  await page.evaluate(`
    globalThis.toasts = [];
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) toasts.push(toast.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  `);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByText(message)).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.unroute('**/trade-coin/create');
  const title = uniqueName('GC_');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  // The first toast reports success.
  await expect(page.getByText('Coin created successfully')).toBeVisible();
  expect(new Set(await page.evaluate<string[]>('toasts'))).toEqual(new Set(['Coin created successfully']));
});

test("the landing page's promise is readable with larger letters and spacing", {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await expect(page.getByText('You start with')).toBeVisible();
  await page.evaluate(`document.documentElement.style.fontSize = '24px'`);
  await expectNothingClipped(page);
  await page.setViewportSize({ width: 320, height: 640 });
  // As WCAG 1.4.12 requires.
  await page.evaluate(`
    document.documentElement.style.fontSize = '';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
    document.adoptedStyleSheets.push(sheet);
  `);
  await expectNothingClipped(page);
});
