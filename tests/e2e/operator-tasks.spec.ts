// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { accountsApi } from '../../contract/accounts.ts';
import { type Attempt, challengesApi } from '../../contract/challenges.ts';
import { disputesApi } from '../../contract/disputes.ts';
import { shopApi } from '../../contract/shop.ts';
import { usersApi } from '../../contract/users-admin.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import { type RunningApp, startApp } from '../support/e2e/app.ts';
import { giveCoins, inDatabase } from '../support/e2e/database.ts';
import { ask, playMatch, send, signIn, uniqueName } from '../support/e2e/play.ts';
import { putAllOnSale, putOnSale } from '../support/e2e/shop.ts';
import { expect, test } from '../support/e2e/test.ts';
import { patient } from '../support/patience.ts';

const env = { APPROVALS: 'on', APPROVAL_ADJUSTMENT_GC: '1000', COIN_LIMITS: 'on' };
const cards = uniqueName('Stock');
const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

interface Work {
  operator: Page;
  player: { name: string; email: string; epicId: string; page: Page };
}

/** What the tasks need: five sold cards, ten on sale, a dispute, and a change that waits for approval. */
async function prepare(app: RunningApp, open: () => Promise<Page>): Promise<Work> {
  const [operator, theirs, boss] = [await open(), await open(), await open()];
  const { email } = await signIn(operator, { to: '/robots.txt' });
  await inDatabase(app, (tx) =>
    tx.run(sql`
      update players set role = 'SUPER_ADMIN', role_since = now() - interval '30 days' where email = ${email}`),
  );
  const epicId = uniqueName();
  const player = { ...(await signIn(theirs, { to: '/robots.txt' })), epicId, page: theirs };
  await giveCoins(app, player.email, 2_000);
  const sold = await putOnSale(app, { codes: 0, isFulfilledByHand: true });
  for (const _ of numbers(5))
    await send(theirs, { ...shopApi.buyOne, path: `/gift-card/buy-gift-card/${sold.id}` }, {});
  await putAllOnSale(
    app,
    numbers(10).map((number) => ({ title: `${cards} ${number}` })),
  );
  await loseAndDispute(app, theirs, epicId);
  await openDashboard(boss, 'overview');
  const { _id } = await ask(theirs, accountsApi.getProfile);
  const change = { gamerCoins: 9_000, reason: 'The final of the season' };
  await send(boss, { ...usersApi.update, path: usersApi.update.path.replace(':id', _id) }, change);
  return { operator, player };
}

async function startAttempt(page: Page, epicId: string): Promise<string> {
  const open = (await ask(page, challengesApi.getAll)).find(({ isActive }) => isActive);
  const { attemptId } = await send(page, challengesApi.start, {
    epicId,
    challengeId: open?._id,
    challengeType: open?.challengeVariants[0]?.challengeType,
  });
  return attemptId;
}

async function loseAndDispute(app: RunningApp, page: Page, epicId: string): Promise<void> {
  const attemptId = await startAttempt(page, epicId);
  await playMatch(app, epicId, { placement: 80, kills: 0 });
  const getStatus = async () => ((await ask(page, challengesApi.myAttempts)) as Attempt[])[0]?.status;
  await expect.poll(getStatus, { timeout: patient(60_000) }).toBe('FAILED');
  const path = disputesApi.open.path.replace(':id', attemptId);
  await send(page, { ...disputesApi.open, path }, { words: 'The recording shows my win', link: '' });
}

/** Counts each key, chord, click and typed text as one. */
function countActions(page: Page) {
  let count = 0;
  const counted =
    <Input extends unknown[]>(act: (...input: Input) => Promise<void>) =>
    async (...input: Input) => {
      count += 1;
      await act(...input);
    };
  return {
    press: counted((key: string) => page.keyboard.press(key)),
    type: counted((text: string) => page.keyboard.type(text)),
    click: counted((part: Locator, modifiers: 'Shift'[] = []) => part.click({ modifiers })),
    getCount: () => count,
  };
}

type Actions = ReturnType<typeof countActions>;
type Task = (does: Actions, page: Page, player: Work['player']) => Promise<void>;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name });
const nextUp = (page: Page) => page.getByRole('list', { name: 'Next up' });
const focused = (page: Page, label: string | RegExp) =>
  expect(page.getByRole('dialog').getByLabel(label)).toBeFocused();

async function goTo({ press, type }: Actions, page: Page, text: string, found: RegExp): Promise<void> {
  await press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search users/ })).toBeFocused();
  await type(text);
  await expect(page.locator('[role=option][data-highlighted]')).toHaveText(found);
  await press('Enter');
}

const tasks: Record<string, Task> = {
  'find a player': async (does, page, { name, email }) => {
    await goTo(does, page, email, new RegExp(`${name}.*${email}`));
    await expect(page.getByRole('heading', { name })).toBeVisible();
  },
  'grant 250 coins': async (does, page, { name, email }) => {
    await goTo(does, page, `+250 ${email}`, new RegExp(`Adjust coins of ${name}: \\+250 GC.*${email}`));
    await focused(page, 'Reason for +250 GC');
    await does.type('Lost by a fault of ours');
    const sent = page.waitForRequest(
      (request) => request.postData()?.includes('by a fault of ours') ?? false,
    );
    await does.press('Enter');
    await expect(page.getByText('User updated successfully')).toBeVisible();
    const others = ['name', 'email', 'role', 'isVerified'];
    expect(Object.keys((await sent).postDataJSON()).filter((key) => others.includes(key))).toEqual([]);
  },
  'deliver five cards': async ({ click, press }, page) => {
    const codes = numbers(5).map(() => randomUUID());
    await page.evaluate((text) => navigator.clipboard.writeText(text), codes.join('\n'));
    await click(page.getByRole('link', { name: /^Cards to deliver/ }));
    await click(button(page, 'Deliver 5 waiting'));
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
    await press('Control+v');
    await press('Control+Enter');
    await expect(page.getByText('5 gift card requests delivered')).toBeVisible();
  },
  'take ten cards off sale and undo it': async ({ click, press }, page) => {
    const select = (number: number) =>
      page.getByRole('checkbox', { name: `Select ${cards} ${number}`, exact: true });
    await click(tab(page, /^Gift Cards/));
    await click(select(10));
    await click(select(1), ['Shift']);
    await click(button(page, 'Take off sale'));
    await expect(page.getByText('10 gift cards off sale', { exact: true })).toBeVisible();
    // The progress closes once the list is up to date.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press('z');
    await expect(page.getByText('Undone')).toBeVisible();
    for (const number of [1, 10])
      await expect(page.getByRole('row').filter({ has: select(number) })).toContainText('Active');
  },
  'decide a dispute': async ({ click, press, type }, page, { name }) => {
    await click(nextUp(page).getByRole('button', { name: new RegExp(`^Decide: .* of ${name}$`) }));
    await click(button(page, 'Keep the result'));
    await focused(page, 'Answer');
    await type('The recording shows another match');
    await press('Control+Enter');
    await expect(nextUp(page).getByRole('button', { name: /^Decide: / })).toHaveCount(0);
    await page.goto('/dashboard/disputes');
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Stays as it was');
  },
  'approve a change': async ({ click, press }, page) => {
    await click(nextUp(page).getByRole('button', { name: /^Approve: / }));
    await focused(page, 'Reason');
    await press('Control+Enter');
    await expect(page.getByText('Approved and carried out')).toBeVisible();
  },
  'edit a price': async (does, page) => {
    await goTo(does, page, `price 150 ${cards} 7`, new RegExp(`Set the price of ${cards} 7: 150 GC`));
    await focused(page, 'GC Coins');
    await does.press('Enter');
    await expect(page.getByText('Updated successfully')).toBeVisible();
    await page.goto(`/dashboard?search=${cards}`);
    await expect(page.getByRole('row').filter({ hasText: `${cards} 7` })).toContainText('150');
  },
  'void an attempt': async (does, page, { name, epicId, page: theirs }) => {
    await startAttempt(theirs, epicId);
    const running = `(PENDING|IN PROGRESS|WAITING RECHECK), ${epicId}`;
    await goTo(does, page, `void ${epicId}`, new RegExp(`Void the attempt of ${name}: .*${running}`));
    await focused(page, 'Reason');
    await does.type('The game was down');
    await does.press('Control+Enter');
    await expect(page.getByText('Attempt voided successfully')).toBeVisible();
  },
  'find why a payout waits': async (_, page) => {
    await expect(page.getByRole('link', { name: /^Rewards waiting for room/ })).toBeVisible();
    const limits = page.getByRole('region', { name: 'Coins made today' });
    await expect(limits.getByRole('listitem').filter({ hasText: 'Automatic event payouts' })).toBeVisible();
  },
  'close a month': async ({ click }, page) => {
    await click(tab(page, /^Books/));
    await click(button(page, 'The month before'));
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    const file = page.waitForEvent('download');
    await click(page.getByRole('main').getByRole('button', { name: /CSV/ }).first());
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  },
};

test('ten tasks of an operator take at most 36 keys and clicks', { tag: '@long' }, async ({ browser }) => {
  test.slow();
  const app = await startApp({ env });
  const context = () =>
    browser.newContext({ baseURL: app.url, permissions: ['clipboard-read', 'clipboard-write'] });
  try {
    const { operator, player } = await prepare(app, async () => (await context()).newPage());
    const counts: Record<string, number> = {};
    for (const [name, task] of Object.entries(tasks)) {
      await operator.goto('/dashboard/overview');
      await expect(operator.getByRole('region', { name: 'Pending work' })).toBeVisible();
      const actions = countActions(operator);
      await test.step(name, () => task(actions, operator, player));
      counts[name] = actions.getCount();
    }
    const sum = Object.values(counts).reduce((before, count) => before + count, 0);
    expect(sum, JSON.stringify(counts)).toBeLessThanOrEqual(36);
  } finally {
    await app.stop();
  }
});
