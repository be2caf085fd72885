// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { challengesApi } from '../../contract/challenges.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  playMatch,
  signIn,
  stored,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const ring = /Survive the ring/;
const banner = /^Challenge .* – don't forget to complete it!$/;
const won = /Congratulations! You won your last challenge "Survive the ring.*" and earned 180 GC!/;

async function enter(page: Page): Promise<string> {
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: ring, epicId });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  return epicId;
}

/** Waits until the server has decided; the page may not know yet. */
async function decided(page: Page): Promise<void> {
  await expect.poll(async () => (await ask(page, challengesApi.myAttempts))[0]?.status).toBe('SUCCESS');
}

test('a result that arrives while no page is open is shown once at the next visit', { tag: '@long' }, async ({
  page,
  context,
  app,
}) => {
  const epicId = await enter(page);
  const elsewhere = await context.newPage();
  await elsewhere.goto('/favicon.svg');
  await page.close();
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  await decided(elsewhere);
  const attemptId = await stored(elsewhere, 'latestAttemptId');
  expect(attemptId).not.toBeNull();

  await elsewhere.goto('/home');
  await expect(elsewhere.getByRole('dialog')).toContainText(won);
  expect(await stored(elsewhere, 'latestAttemptId')).toBeNull();
  expect(await stored(elsewhere, 'lastModalShownForAttempt')).toBe(attemptId);

  await elsewhere.goto('/past-challenges');
  await expect(elsewhere.getByRole('row').filter({ hasText: 'SUCCESS' })).toBeVisible();
  await expect(elsewhere.getByRole('dialog')).toBeHidden();
});

test('two tabs both learn of a result, and one of them shows it', { tag: '@long' }, async ({
  page,
  context,
  app,
}) => {
  const epicId = await enter(page);
  const other = await context.newPage();
  await other.goto('/past-challenges');
  const tabs = [page, other];
  for (const tab of tabs) await expect(tab.getByText(banner)).toBeVisible();

  await playMatch(app, epicId, { placement: 4, kills: 5 });
  for (const tab of tabs) {
    await expect(tab.getByText(banner)).toBeHidden();
    await expectBalance(tab, 580);
  }
  const shown = () => Promise.all(tabs.map((tab) => tab.getByText(won).count()));
  await expect.poll(async () => (await shown()).toSorted()).toEqual([0, 1]);
  expect(await stored(page, 'latestAttemptId')).toBeNull();

  for (const tab of tabs) {
    await tab.goto('/past-challenges');
    await expect(tab.getByRole('row').filter({ hasText: 'SUCCESS' })).toBeVisible();
    await expect(tab.getByRole('dialog')).toBeHidden();
  }
});

test('polling every 30 seconds finds the result when no stream can stay open', { tag: '@long' }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/net::ERR_FAILED/);
  await page.route('**/api/v1/live', (route) => route.abort());
  await page.clock.install();
  const epicId = await enter(page);
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  await decided(page);
  await expect(page.getByText(banner)).toBeVisible();

  await page.clock.fastForward(30_000);
  await expect(page.getByRole('dialog')).toContainText(won);
  await expectBalance(page, 580);
});
