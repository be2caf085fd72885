import { expect, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/e2e/app.ts';

let app: RunningApp;

test.beforeAll(async () => {
  app = await startApp();
});

test.afterAll(() => app?.stop());

test('a stranger finds the way from the first page to the sign-in', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto(app.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${app.url}/signin`);
  await expect(page.getByRole('link', { name: 'Continue With Gmail' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('an address that does not exist says so', async ({ page }) => {
  await page.goto(`${app.url}/no-such-page`);
  await expect(page.getByRole('heading', { name: 'Outside the ring' })).toBeVisible();
});
