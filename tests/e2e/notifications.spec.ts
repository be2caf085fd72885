// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Referral, referralsApi } from '../../contract/referrals.ts';
import { referralsAdminApi } from '../../contract/referrals-admin.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  passProvider,
  playMatch,
  signIn,
  stored,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

// Found by its title, because the header has no role behind an open dialog.
const bell = (page: Page, unread: number) =>
  page.getByTitle(unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', { exact: true });

async function openBell(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  return page.getByRole('dialog', { name: 'Notifications' });
}

/** A new player who has read the notifications that new players get. */
async function signInAndRead(page: Page, options: Parameters<typeof signIn>[1] = {}) {
  const who = await signIn(page, options);
  await expectBalance(page, 500);
  await openBell(page);
  await expect(bell(page, 0)).toBeAttached();
  await page.keyboard.press('Escape');
  return who;
}

/** Only one of the tabs shows the result: the first one notified. */
async function winChallenge(page: Page, app: RunningApp, tabs: readonly Page[] = [page]): Promise<void> {
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  // If another tab shows the result, this would cover the page permanently.
  await page.keyboard.press('Escape');
  await playMatch(app, epicId, { placement: 1, kills: 9 });
  const showing = async () => {
    const found = tabs.map((tab) =>
      tab
        .getByRole('dialog')
        .getByText(/^Congratulations!/)
        .isVisible(),
    );
    return (await Promise.all(found)).indexOf(true);
  };
  await expect.poll(showing).toBeGreaterThanOrEqual(0);
  await tabs[await showing()]?.keyboard.press('Escape');
}

test('a result appears in the bell of every tab, is read in one for all, and links onward', {
  tag: '@long',
}, async ({ page, context, app }) => {
  await signInAndRead(page);
  const other = await context.newPage();
  await other.goto('/profile');
  await page.bringToFront();
  await winChallenge(page, app, [page, other]);
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible();
  await expect(other.getByTitle(/^Notifications, \d+ unread$/)).toBeAttached();

  const list = await openBell(page);
  const row = list.getByRole('link', { name: /You won your challenge/ });
  await expect(row).toContainText('New');
  await expect(row).toContainText(/Survive the ring.* are in your wallet\.just now · \w+ \d+, \d{4}, /);
  await expect(bell(page, 0)).toBeAttached();
  await expect(bell(other, 0), 'the other tab hears that it was read').toBeAttached();
  await expect(row, 'what is looked at keeps its mark').toContainText('New');
  await row.click();
  await expect(page).toHaveURL(/\/past-challenges$/);
  await expect(list).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  const again = await openBell(page);
  await expect(again.getByRole('link', { name: /You won your challenge/ })).not.toContainText('New');
});

test('the bell shows a long, empty or failed list, and fits the screen', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500/);
  await signIn(page);
  await expectBalance(page, 500);
  let answer: { status: number; body: object } = { status: 500, body: { message: 'Something went wrong' } };
  let afterPress: typeof answer | undefined;
  await page.route(/\/notifications(\?|$)/, async (route) => {
    if (afterPress && (await page.evaluate<boolean>('globalThis.isPressed'))) answer = afterPress;
    const { status, body } = answer;
    await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await page.reload();
  const list = await openBell(page);
  await expect(list.getByRole('alert')).toContainText('Couldn’t load notifications: Something went wrong');
  const said = (count: number, from: number) =>
    Array.from({ length: count }, (_, place) => ({
      _id: String(from - place),
      kind: ['coins', 'gift_card', 'referral', 'event', 'giveaway', 'result'][place % 6],
      title: 'Your friend has joined the ring',
      body: `${'W'.repeat(60)} finished a first challenge: it counts as a referral.`,
      link: '/events',
      createdAt: new Date(Date.now() - place * 3_600_000).toISOString(),
      isRead: place > 3,
    }));
  // A refresh in the background fails like before, and takes the button away only for its own time.
  await page.evaluate(`
    globalThis.isPressed = false;
    addEventListener('click', () => { globalThis.isPressed = true; }, { capture: true });
  `);
  afterPress = { status: 200, body: { data: said(20, 40), unread: 4, nextBefore: '21' } };
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(20);
  await expect(list.getByText('New', { exact: true })).toHaveCount(4);
  await expectSound(page);
  afterPress = undefined;
  answer = { status: 200, body: { data: said(2, 20), unread: 0, nextBefore: null } };
  await list.getByRole('button', { name: 'Show older' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(22);
  await expect(list.getByRole('button', { name: 'Show older' })).toBeHidden();

  answer = { status: 200, body: { data: [], unread: 0, nextBefore: null } };
  await page.reload();
  await expect(await openBell(page)).toContainText('No notifications yet.');
});

/** Signs up through a referral link, in a separate browser. */
async function follow(browser: Browser, link: string): Promise<{ context: BrowserContext; friend: Page }> {
  const context = await browser.newContext({ baseURL: new URL(link).origin });
  const friend = await context.newPage();
  await friend.goto(link);
  await friend.getByRole('link', { name: 'Continue with Google' }).click();
  const name = uniqueName('Friend');
  await passProvider(friend, { name, email: `${name.toLowerCase()}@player.test` });
  await friend.waitForURL('**/home');
  return { context, friend };
}

/** Returns the administrator's answer about this player's only held referral. */
async function countReferral(browser: Browser, app: RunningApp, referralId: string): Promise<void> {
  const context = await browser.newContext({ baseURL: app.url });
  const office = await context.newPage();
  await signIn(office, { email: 'admin@finalring.test', name: 'Admin' });
  const held = await ask(office, referralsAdminApi.held);
  expect(held.find(({ _id }) => _id === referralId)?.reasons).toEqual(['same_network']);
  const response = await office.request.post(
    `/api/v1${referralsAdminApi.decide.path.replace(':id', referralId)}`,
    {
      headers: {
        authorization: `Bearer ${await stored(office, 'authToken')}`,
        'idempotency-key': randomUUID(),
      },
      data: { isCounted: true, reason: 'They share a home' },
    },
  );
  expect(response.status()).toBe(200);
  await context.close();
}

const invited = async (page: Page): Promise<Referral[]> => (await ask(page, referralsApi.list)).list;

test('a page of the previous release shows notifications of an unknown kind', { tag: '@long' }, async ({
  page,
}) => {
  await page.route(/\/api\/v1\/notifications(\?|$)/, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(/"kind":"\w+"/g, '"kind":"later_than_this"');
    await route.fulfill({ response, body: text });
  });
  await signIn(page);
  await expectBalance(page, 500);
  await expect((await openBell(page)).getByRole('listitem')).toHaveCount(1);
});

test('an invited friend is listed, reviewed for a shared network, and counts after a decision', {
  tag: '@long',
}, async ({ page, app, browser }) => {
  await signInAndRead(page);
  await page.goto('/profile');
  const referrals = page.getByRole('region', { name: 'Referrals' });
  await expect(referrals).toContainText('Nobody has used your link yet.');
  const link = await referrals.getByLabel('Referral link').inputValue();

  const { context, friend } = await follow(browser, link);
  await page.reload();
  const row = referrals.getByRole('list', { name: 'Invited friends' }).getByRole('listitem');
  await expect(row).toContainText('Signed up');
  await expect(row).toContainText('Counts after a first finished challenge');

  await winChallenge(friend, app);
  await context.close();
  await expect.poll(async () => (await invited(page))[0]?.status).toBe('in_review');
  await page.reload();
  await expect(row).toContainText('In review');
  await expect(referrals).toContainText('0 of 1 friend counted.');
  await expectSound(page);

  // Notifications from before the page's first request aren't new.
  const known = page.waitForResponse(/\/notifications(\?|$)/);
  const stream = page.waitForResponse('**/api/v1/live');
  await page.goto('/home');
  await Promise.all([known, stream]);
  await countReferral(browser, app, String((await invited(page))[0]?._id));
  await expect(page.getByText('Your friend has joined the ring')).toBeVisible();
  const list = await openBell(page);
  await list.getByRole('link', { name: /Your friend has joined the ring/ }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(row).toContainText(/Counts.*Counted on .*: 1 referral token\./);
  await expect(referrals).toContainText('1 of 1 friend counted.');
});

test('an invitation is refused for a player who is already signed in', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  // This code doesn't exist.
  problems.expect(/status of 404/);
  await signIn(page, { to: '/referrals/ABCD2345' });
  await expect(page.getByText('You’re already signed in')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeHidden();
  expect(await stored(page, 'referralCode')).toBeNull();
  await page.getByRole('link', { name: 'To the Challenges' }).click();
  await page.waitForURL('**/home');
});
