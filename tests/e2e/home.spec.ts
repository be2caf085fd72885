// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { watchArrivals } from '../support/e2e/arrival.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const headings = { challenges: 'Challenges', aboutus: 'About Us', blogs: 'Blogs' };
type Section = keyof typeof headings;

/** Right below the header, which is 69 px high. */
async function expectSectionOnTop(page: Page, section: Section): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/home#${section}$`));
  await expect(page.getByRole('heading', { name: headings[section], exact: true })).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await page.locator(`#${section}`).boundingBox())?.y ?? 9_999) - 64))
    .toBeLessThan(8);
}

async function untilAppRuns(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => Reflect.has(window, '__reactRouterDataRouter')), 'the app runs')
    .toBe(true);
}

test('an address of a section opens there and does not move while data loads', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, { to: '/robots.txt' });
  const { answers } = await watchArrivals(page);
  const addresses: [path: string, section: Section][] = [
    ['/home#challenges', 'challenges'],
    ['/challenges', 'challenges'],
    ['/home#aboutus', 'aboutus'],
  ];
  for (const [path, section] of addresses) {
    await page.goto('about:blank');
    const release = answers.hold();
    await page.goto(path);
    await expect(page.getByText('Loading challenges...')).toBeAttached();
    await expectSectionOnTop(page, section);
    release();
    await expect(page.getByText('Loading challenges...')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: /Survive the ring/ })).toBeVisible();
    await expectSectionOnTop(page, section);
  }
});

test('every section is in place before scripts run', async ({ request }) => {
  const html = await (await request.get('/home')).text();
  const places = [...Object.keys(headings).map((id) => `id="${id}"`), '<footer'].map((part) =>
    html.indexOf(part),
  );
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('no script is fetched before the first paint', async ({ browser, app }) => {
  // A new browser, because others have cached the scripts.
  const page = await browser.newPage({ baseURL: app.url });
  await page.goto('/');
  await untilAppRuns(page);
  const { painted, fetched } = await page.evaluate(() => {
    const parts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const [paint] = performance.getEntriesByType('paint');
    return { painted: paint?.startTime ?? Infinity, fetched: parts.map(({ startTime }) => startTime) };
  });
  expect(fetched.length).toBeGreaterThan(3);
  // A very busy browser starts after three seconds even if it hasn't painted yet.
  expect(Math.min(...fetched)).toBeGreaterThanOrEqual(Math.min(painted, 3_000));
  await page.close();
});

test('links to sections work from every page, and Back returns to the same place', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expectSectionOnTop(page, 'aboutus');
  await page.mouse.wheel(0, -600);
  await expect(page.getByRole('heading', { name: headings.aboutus, exact: true })).toBeInViewport();
  await expect.poll(async () => (await page.locator('#aboutus').boundingBox())?.y).toBeGreaterThan(500);
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expectSectionOnTop(page, 'aboutus');

  await page.goto('/profile');
  await untilAppRuns(page);
  await menu.getByRole('link', { name: 'Blogs' }).click();
  await expectSectionOnTop(page, 'blogs');
  await page.getByRole('link', { name: 'Visit the Shop' }).click();
  await expect(page.getByRole('heading', { name: 'Product List' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Visit the Shop' })).toBeInViewport();
});

test('reloading or returning from another site restores the scroll position', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { to: '/robots.txt' });
  await page.goto('/home#blogs');
  await untilAppRuns(page);
  await expectSectionOnTop(page, 'blogs');
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -600);
  const getOffset = async () => (await page.locator('#blogs').boundingBox())?.y ?? 0;
  const expectPlace = () => expect.poll(async () => Math.abs((await getOffset()) - 664)).toBeLessThan(8);
  await expectPlace();

  await page.reload();
  await untilAppRuns(page);
  await expect(page.getByText('Loading challenges...')).toHaveCount(0);
  await expectPlace();

  await page.goto('/robots.txt');
  await page.goBack();
  await untilAppRuns(page);
  await expect(page.getByText('Loading challenges...')).toHaveCount(0);
  await expectPlace();

  // After a reload, the next page must not inherit the scroll position.
  await page.goto('/terms');
  await page.reload();
  await untilAppRuns(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click();
  await expectSectionOnTop(page, 'blogs');
});
