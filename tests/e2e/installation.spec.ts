// SPDX-License-Identifier: Apache-2.0

import { startApp } from '../support/e2e/app.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

test.describe("the operator's settings", () => {
  test('social links and the Discord server appear in header, footer and the link dialog', {
    tag: '@long',
  }, async ({ browser }) => {
    const app = await startApp({
      env: {
        SOCIAL_LINKS: 'https://discord.gg/ring, https://www.youtube.com/@ring, https://social.example/ring',
      },
    });
    try {
      const page = await browser.newPage({ baseURL: app.url });
      await page.goto('/blogs');
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByRole('link', { name: 'YouTube' })).toHaveAttribute('href', /youtube/);
      await expect(footer.getByRole('link', { name: 'social.example' })).toBeVisible();
      await expect(footer.getByRole('link', { name: 'Discord' })).toHaveAttribute(
        'href',
        'https://discord.gg/ring',
      );
      await signIn(page);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Discord' })).toBeVisible();
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Generate Token' }).click();
      await expect(
        page.getByRole('dialog').getByRole('link', { name: 'Open our Discord server.' }),
      ).toHaveAttribute('href', 'https://discord.gg/ring');
    } finally {
      await app.stop();
    }
  });

  test("terms and privacy are linked from every page, with the operator's contact", async ({ page }) => {
    await page.goto('/blogs');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'support@finalring.test' })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
    await expect(page.getByRole('table')).toContainText('Keyed hash of the card that paid');
  });

  test('an installed app shows the brand', async ({ request }) => {
    const manifest = await request.get('/site.webmanifest');
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    expect(await manifest.json()).toMatchObject({ name: 'FinalRing', start_url: '/home' });
  });
});
