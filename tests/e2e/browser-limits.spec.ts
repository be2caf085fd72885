// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { challengesApi } from '../../contract/challenges.ts';
import { openGiveaway } from '../support/e2e/giveaways.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  playMatch,
  send,
  signIn,
  stored,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const tenMinutesMs = 600_000;

for (const wrongMs of [tenMinutesMs, -tenMinutesMs]) {
  const how = wrongMs > 0 ? 'fast' : 'slow';
  test(`a clock that is ten minutes ${how} can link Discord and enter giveaways`, { tag: '@long' }, async ({
    page,
    app,
  }) => {
    const title = uniqueName('Draw');
    await openGiveaway(app, title, { forMs: tenMinutesMs / 2, sinceMs: tenMinutesMs / 2 });
    await page.clock.install({ time: Date.now() + wrongMs });
    await signIn(page, { to: '/profile' });
    await page.getByRole('button', { name: 'Generate Token' }).click();
    await expect(page.getByRole('dialog').getByText(/^Expires in (10:00|9:\d\d)$/)).toBeVisible();
    await page.goto('/events?tab=giveaways');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    await card.getByRole('button', { name: 'Enter for free' }).click();
    await expect(card.getByText('You’re in.')).toBeVisible();
  });
}

/** Like browsers that block storage, and some in-app browsers. */
const blockedStorage = `
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
}
`;
/** Existing entries stay, and nothing new fits in. */
const fullStorage = `
Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
`;

test('pages that need no storage work when it is blocked, and sign-in explains what is missing', {
  tag: '@long',
}, async ({ page, problems }) => {
  // The router can't store the scroll position, and continues without.
  problems.expect(/denied|status of 404/);
  await page.addInitScript(blockedStorage);
  for (const path of ['/signup', '/referrals/ABC234', '/blogs', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/Something went wrong|couldn['’]t (be|load)|didn’t load/)).toHaveCount(0);
  }
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('storage for this site is blocked or full');
  await expect(page.getByRole('link', { name: 'Continue With Gmail' })).toBeVisible();
});

test('a sign-in that cannot be stored says so', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(fullStorage);
  const exchanges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/exchange')) exchanges.push(request.url());
  });
  await page.goto('/google-login-success?authToken=anything-at-all');
  await page.waitForURL(({ pathname }) => pathname === '/');
  await expect(page.getByRole('alert')).toContainText('storage for this site is blocked or full');
  // No session may begin that nobody can use.
  expect(exchanges).toEqual([]);
});

test('ADD TO CART confirms only cards that were added', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/products' });
  await page.addInitScript(fullStorage);
  await page.reload();
  const button = page.getByRole('button', { name: /^ADD TO CART/ }).first();
  await button.click();
  await expect(page.getByText('Couldn’t save the cart')).toBeVisible();
  await expect(page.getByText('Added to cart')).toHaveCount(0);
  await expect(page.getByText('1 in cart')).toHaveCount(0);
  expect(await stored(page, 'cart')).toBeNull();
});

test('a paid entry is not reported as failed when storage is full', { tag: '@long' }, async ({ page }) => {
  await signIn(page);
  await page.addInitScript(fullStorage);
  await page.reload();
  await expectBalance(page, 500);
  await enterChallenge(page, { challenge: /Survive the ring/, epicId: uniqueName() });
  await expectBalance(page, 400);
});

test('a result can be opened on request when its dialog did not load', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/404|Failed to (fetch|load)|preload/);
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.route(/\/assets\/fresh-result-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }), {
    times: 1,
  });
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This couldn’t be opened');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('You won your last challenge');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expectBalance(page, 580);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Breaks the live stream off after its first event. The next stream waits until it is released. */
async function breakStreamOnce(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
  let streams = 0;
  await page.route('**/api/v1/live', async (route) => {
    streams += 1;
    if (streams === 1) {
      const body = 'id: 1\nevent: ready\ndata: {}\n\n';
      return route.fulfill({ status: 200, contentType: 'text/event-stream', body });
    }
    lose();
    await released;
    return route.continue();
  });
  return { isLost, release };
}

test('missed live updates appear once the stream is back', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/net::ERR_/);
  const stream = await breakStreamOnce(page);
  await signIn(page, { to: '/events?tab=giveaways' });
  await stream.isLost;
  const title = uniqueName('Missed');
  await openGiveaway(app, title);
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  stream.release();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('coins that move while the profile loads are in the balance', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { to: '/robots.txt' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  let answers = 0;
  await page.route('**/auth/get-profile', async (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    const response = await route.fetch();
    read();
    await released;
    return route.fulfill({ response });
  });
  const streaming = page.waitForRequest('**/api/v1/live');
  const others = page.waitForResponse(/challenge\/my-attempts/);
  await page.goto('/home');
  // Before anything moves, the page must follow the stream and have read everything else it shows.
  await Promise.all([isRead, streaming, others]);
  const [challenge] = await ask(page, challengesApi.getAll);
  const variant = challenge?.challengeVariants[0];
  const told = page.waitForResponse(/challenge\/my-attempts/);
  await send(page, challengesApi.start, {
    challengeId: challenge?._id,
    challengeType: variant?.challengeType,
    epicId: uniqueName(),
  });
  await told;
  release();
  await expectBalance(page, 500 - (variant?.entryFeeGC ?? 0));
});

test('settings that failed to load are requested again', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/net::ERR_/);
  const answer = await page.request.get('/api/v1/config');
  const { data, ...rest } = await answer.json();
  let asked = 0;
  await page.route('**/api/v1/config', (route) => {
    asked += 1;
    if (asked <= 2) return route.abort();
    return route.fulfill({ json: { ...rest, data: { ...data, brandName: 'Renamed Ring' } } });
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Renamed Ring' })).toBeVisible();
});
