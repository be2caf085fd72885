import { expectAccessible, expectNoOverflow, widths } from '../support/e2e/accessible.ts';
import { enterChallenge, expectBalance, playMatch, signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport });

    test('every screen before the sign-in is accessible and fits', async ({ page, problems }) => {
      problems.expect(/404 \(Not Found\)/);
      for (const path of [
        '/',
        '/signup',
        '/signin',
        '/referrals/ABC234',
        '/?error=sign_in_refused',
        '/nowhere',
      ]) {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expectAccessible(page);
        await expectNoOverflow(page);
      }
    });

    test('every screen behind it is accessible and fits, empty and with data', async ({ page, app }) => {
      await signIn(page);
      await expectBalance(page, 500);
      const screens = [
        '/home',
        '/past-challenges',
        '/profile',
        '/transactions',
        '/transactions?tab=history',
        '/products',
      ];
      for (const path of screens) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        await expectBalance(page, 500);
        await expectAccessible(page);
        await expectNoOverflow(page);
      }
      await page.goto('/home');
      const epicId = uniqueName();
      await enterChallenge(page, { challenge: /Survive the ring/, epicId });
      await expectAccessible(page);
      await playMatch(app, epicId, { placement: 1, kills: 9 });
      await expect(page.getByRole('dialog')).toContainText('Congratulations!', { timeout: 10_000 });
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.goto('/past-challenges');
      await page.getByRole('button', { name: /^Why\?/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page);
    });
  });
}

test('on a phone the menu carries everything', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { name, email } = await signIn(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  for (const label of ['Challenges', 'About Us', 'Blogs', 'TRADE COINS', 'Shop', 'Cart']) {
    await expect(menu.getByRole('link', { name: label, exact: true })).toBeVisible();
  }
  await expect(menu).toContainText(name);
  await expect(menu).toContainText(email);
  await expect(menu).toContainText('USER');
  await menu.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
});

test('a challenge can be entered by keyboard alone', async ({ page }) => {
  await signIn(page);
  await expectBalance(page, 500);
  await page.getByRole('button', { name: 'Enter Challenge' }).first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Enter Challenge' }).first()).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await dialog.getByLabel('Epic ID').focus();
  await page.keyboard.type(uniqueName());
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Challenge started!');
});
