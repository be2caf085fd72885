import { challengesApi } from '../../contract/challenges.ts';
import { expectNoOverflow } from '../support/e2e/accessible.ts';
import { openDashboard } from '../support/e2e/admin.ts';
import {
  ask,
  enterChallenge,
  expectBalance,
  playMatch,
  send,
  signIn,
  uniqueName,
} from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const phone = { width: 390, height: 844 };
/** 1280 x 900 at a zoom of 400 %. */
const zoomedFourTimes = { width: 320, height: 225 };

test('the home page is no wider than the window before its scripts run', async ({ browser, baseURL }) => {
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

test('the banner of the running attempt is a link that says what it is', async ({ page }) => {
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

test('a dialog can be read and answered at a zoom of 400 %', async ({ page }) => {
  await page.setViewportSize(zoomedFourTimes);
  await signIn(page);
  await page.getByRole('button', { name: 'Enter Challenge' }).first().click();
  const dialog = page.getByRole('dialog');
  const main = dialog.getByRole('button', { name: /^Enter Challenge \(/ });
  await expect(main).toBeAttached();
  // The words are not squeezed into a slit between title and buttons.
  const slit = await dialog
    .getByRole('group', { name: 'Content' })
    .evaluate((part) => (part.scrollHeight > part.clientHeight ? part.clientHeight : undefined));
  expect(slit ?? 200).toBeGreaterThanOrEqual(150);
  await main.scrollIntoViewIfNeeded();
  await expect(main).toBeInViewport({ ratio: 1 });
  await main.click();
  await expect(dialog.getByRole('heading', { name: 'Terms & Conditions' })).toBeAttached();
});

test('the buttons of a dialog stand on its axis on phones', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page);
  await page.getByRole('button', { name: 'Enter Challenge' }).first().click();
  const dialog = page.getByRole('dialog');
  const boxes = [dialog, dialog.getByRole('button', { name: 'Cancel' })].map((part) => part.boundingBox());
  const [around, button] = await Promise.all(boxes);
  const middle = (box: typeof around) => (box ? box.x + box.width / 2 : Number.NaN);
  expect(Math.abs(middle(around) - middle(button))).toBeLessThan(0.6);
});

test('a form leads to the first field that is faulty', async ({ page }) => {
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

test('a receipt prints on one page, black on white, once', async ({ page, app }) => {
  await signIn(page);
  await expectBalance(page, 500);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  await page.getByRole('link', { name: 'See why' }).click({ timeout: 30_000 });
  const verdict = page.getByRole('dialog').getByRole('heading', { name: 'Won, and here is why' });
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
