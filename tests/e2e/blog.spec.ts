// SPDX-License-Identifier: Apache-2.0

import { articles } from '../../web/features/blog/articles.ts';
import { expectFitsNarrow } from '../support/e2e/accessible.ts';
import { expectNothingMoved, watchArrivals } from '../support/e2e/arrival.ts';
import { expect, test } from '../support/e2e/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const list = articles('FinalRing');
const guide = '/blog/beginners-guide-to-redeeming-finalring';
const newestFirst = list.map(({ title }) => title).reverse();

test('every article is public, readable without JavaScript and has structured data', {
  tag: '@long',
}, async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const page = await context.newPage();
  for (const { slug, title, author, readMinutes, category } of list) {
    const answer = await page.goto(`/blog/${slug}`);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} · FinalRing`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const header = page.getByRole('article').getByRole('banner').or(page.locator('article > header'));
    await expect(header).toContainText(`${readMinutes} min read`);
    await expect(header).toContainText(category);
    await expect(header).toContainText(author);
    await expect(header.locator('time')).toHaveText(/^[A-Z][a-z]+ \d+, 202[56]$/);
    await expect(page.getByRole('link', { name: 'Buy Coins Now' })).toHaveAttribute('href', '/trade-coins');
    const related = page.getByRole('region', { name: 'Related Articles' });
    await expect(related.getByRole('link', { name: /^Read More/ })).toHaveCount(3);
    await expect(related.getByText(title, { exact: true })).toHaveCount(0);

    const address = `${app.url}/blog/${slug}`;
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address);
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', address);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{80}/);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg');
    const said = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    ) as Record<string, unknown>;
    expect(said).toMatchObject({ '@type': 'BlogPosting', headline: title, mainEntityOfPage: address });
    expect((await page.request.get(String(said.image))).status()).toBe(200);
  }
  await context.close();
});

test("sitemap, feed and robots.txt list every article under this installation's address", async ({
  request,
  app,
}) => {
  const siteMap = await (await request.get('/sitemap.xml')).text();
  const feed = await (await request.get('/feed.xml')).text();
  for (const { slug } of list) {
    expect(siteMap).toContain(`<loc>${app.url}/blog/${slug}</loc>`);
    expect(feed).toContain(`<link href="${app.url}/blog/${slug}"/>`);
  }
  for (const [, address] of siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    expect((await request.get(address ?? '')).status(), address).toBe(200);
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${app.url}/sitemap.xml`);
});

test('the table of contents leads to the chapters and follows the reader', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(guide);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const chapter = 'When something is in the way';
  await contents.getByRole('link', { name: chapter }).click();
  await expect(page).toHaveURL(/#when-something-is-in-the-way$/);
  await expect(page.getByRole('heading', { name: chapter })).toBeInViewport();
  await expect(contents.locator('[aria-current]')).toHaveText(chapter);
  await page.getByRole('heading', { name: 'Where coins come from' }).scrollIntoViewIfNeeded();
  await page.evaluate("document.getElementById('where-coins-come-from').scrollIntoView()");
  await expect(contents.locator('[aria-current]')).toHaveText('Where coins come from');
});

test('a table of contents link focuses its chapter below the header, also after Back and a reload', {
  tag: '@long',
}, async ({ page }) => {
  const chapters = ['Before you redeem: lock the door', 'When something is in the way'];
  const heading = (place: number) => page.getByRole('heading', { name: chapters[place] ?? '', exact: true });
  const isBelowHeader = (place: number) =>
    expect
      .poll(async () => {
        const [title, header] = [heading(place), page.getByRole('banner').first()];
        const [box, above] = await Promise.all([title.boundingBox(), header.boundingBox()]);
        return (box?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
      })
      .toBeGreaterThanOrEqual(8);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(guide);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    if (viewport.width < 1024) await contents.getByText('On this page').click();
    for (const place of [0, 1]) {
      await contents.getByRole('link', { name: chapters[place] ?? '' }).focus();
      await page.keyboard.press('Enter');
      await expect(heading(place)).toBeFocused();
      await expect(heading(place)).toBeInViewport({ ratio: 1 });
      await isBelowHeader(place);
    }
    await expect(page).toHaveURL(/#when-something-is-in-the-way$/);
    await page.reload();
    await expect(heading(1)).toBeInViewport({ ratio: 1 });
    await expect(heading(1)).toBeFocused();
    await isBelowHeader(1);
    await page.goBack();
    await expect(page).toHaveURL(/#before-you-redeem-lock-the-door$/);
    await expect(heading(0)).toBeFocused();
    await page.goto('about:blank');
    await page.goto(`${guide}#when-something-is-in-the-way`);
    await expect(heading(1)).toBeFocused();
    await isBelowHeader(1);
  }
});

test('the table of contents is collapsed on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(guide);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const link = contents.getByRole('link', { name: 'When something is in the way' });
  await expect(link).toBeHidden();
  await contents.getByText('On this page').click();
  await link.click();
  await expect(page.getByRole('heading', { name: 'When something is in the way' })).toBeInViewport();
});

test('another article starts at its top, and its link can be copied', { tag: '@long' }, async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(guide);
  const more = page.getByRole('navigation', { name: 'More articles' });
  await more.getByRole('link', { name: /^Next article/ }).click();
  const next = list[3];
  await expect(page.getByRole('heading', { level: 1, name: next?.title ?? '' })).toBeInViewport();
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
  await expect(page).toHaveTitle(`${next?.title} · FinalRing`);
  await page.getByRole('button', { name: 'Copy link' }).first().click();
  await expect(page.getByText('Link copied!').first()).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${app.url}/blog/${next?.slug}`);
  await page
    .getByRole('region', { name: 'Related Articles' })
    .getByRole('link', { name: /^Read More/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
});

test('an unknown article shows the not-found page', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/404 \(Not Found\)/);
  for (const path of ['/blog/nothing', '/blog/nothing/', '/blog/__proto__']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
    await expect(page.getByText("The article you're looking for doesn't exist.")).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
});

test('one page lists all articles, filtered by the address', { tag: '@long' }, async ({ page }) => {
  await page.goto('/blogs');
  const titles = page.getByRole('list', { name: 'Articles' }).getByRole('heading');
  await expect(titles).toHaveText(newestFirst);
  await page.getByRole('button', { name: 'Pro Tips' }).click();
  await expect(page).toHaveURL(/\?category=pro-tips$/);
  await expect(titles).toHaveText(['Top Leaderboard Tips from Pro Players']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Pro Tips', pressed: true })).toBeVisible();
  await expect(titles).toHaveText(['Top Leaderboard Tips from Pro Players']);
  await page.getByRole('link', { name: /^Read More/ }).click();
  await expect(page).toHaveURL(/\/blog\/top-leaderboard-tips-from-pro-players$/);
  await page.goBack();
  await expect(titles).toHaveCount(1);
  await page.getByRole('button', { name: 'All' }).click();
  await expect(titles).toHaveCount(6);
});

test('a list filtered by its address is never shown unfiltered first', { tag: '@long' }, async ({ page }) => {
  await watchArrivals(page);
  await page.goto('/blogs?category=research');
  await expect(page.getByRole('list', { name: 'Articles' }).getByRole('heading')).toHaveCount(1);
  await expectNothingMoved(page);
});

test('every article fits a phone', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { slug } of list) {
    await page.goto(`/blog/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFitsNarrow(page);
  }
});

test('an address with an unknown chapter still shows the article', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${guide}#50%`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Blogs' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible();
});
