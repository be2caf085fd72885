// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import { expectSound } from '../support/e2e/accessible.ts';
import { startApp } from '../support/e2e/app.ts';
import { signIn, uniqueName } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';
import { patient } from '../support/patience.ts';

test('an administrator offers a second game, and a player enters, plays and wins by the record of one match', {
  tag: '@long',
}, async ({ browser }) => {
  const app = await startApp({ timeScale: 240, env: { SANDBOX_GAMES: 'pubg' } });
  try {
    const options = { baseURL: app.url, reducedMotion: 'reduce' } as const;
    const description = uniqueName('Erangel');
    const admin = await browser.newPage(options);
    await signIn(admin, { email: 'admin@finalring.test', to: '/dashboard/challenges' });
    await admin.getByRole('button', { name: 'ADD CHALLENGE' }).click();
    const form = admin.getByRole('dialog', { name: 'Create Challenge' });
    await form.getByLabel('Game', { exact: true }).selectOption('PUBG');
    await form.getByLabel('Mode').selectOption('Squad');
    await form.getByLabel('Description').fill(description);
    await form.getByLabel('Entry fee (GC)').fill('100');
    await form.getByLabel('Reward (GC)').fill('180');
    await expectSound(admin);
    await form.getByRole('button', { name: 'Create' }).click();
    const row = admin.getByRole('row').filter({ hasText: description });
    await expect(row).toContainText('PUBG · Squad');
    await expect(row).toContainText('Top 10 + 3 Kills');

    const page = await browser.newPage(options);
    await signIn(page);
    await expect(page.getByText('Coming Soon', { exact: true })).toHaveCount(1);
    await page.getByRole('group', { name: 'Game' }).getByRole('button', { name: 'PUBG' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: description }) });
    await expect(card).toContainText('PUBG · Squad');
    await expect(page.getByRole('heading', { name: /Survive the ring/ })).toBeHidden();
    await expect(card.locator('img')).toHaveAttribute('src', /^\/scenes\/(steppe|frost)\.webp$/);

    const visitor = await browser.newPage(options);
    await visitor.goto('/');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
      'Win at Fortnite or PUBG. Earn coins for gift cards.',
    );
    const open = visitor.getByRole('region', { name: 'Open now' });
    await expect(open).toContainText('play one match.');
    await open.getByRole('group', { name: 'Game' }).getByRole('button', { name: 'PUBG' }).click();
    await expect(open.getByRole('heading', { name: description })).toBeVisible();
    await expect(open.getByRole('heading', { name: /Survive the ring/ })).toBeHidden();
    await expect(visitor.getByText('Which games are there?')).toBeVisible();
    await expectSound(visitor);
    const built = await (await visitor.request.get('/')).text();
    const head = built.slice(0, built.indexOf('</head>'));
    expect(head.match(/Win at Fortnite or PUBG/g)).toHaveLength(2);
    expect(head).toContain('Which games are there?');
    expect(head).not.toMatch(/Win at Fortnite[.]|Solo match,/);
    await expect(visitor).toHaveTitle(/Win at Fortnite or PUBG/);
    // Once hydrated, the page must keep the server's head rather than add its own.
    for (const tag of ['meta[name=description]', 'meta[property="og:title"]', 'head script[type*=json]'])
      await expect(visitor.locator(tag)).toHaveCount(1);
    await visitor.goto('/challenges');
    await visitor.getByRole('group', { name: 'Game' }).getByRole('button', { name: 'PUBG' }).click();
    await expect(visitor.getByRole('heading', { name: description })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: /Survive the ring/ })).toBeHidden();
    await visitor.close();

    await card.getByRole('button', { name: 'Enter Challenge' }).click();
    const entry = page.getByRole('dialog');
    await entry.getByRole('button', { name: /^Enter Challenge \(/ }).click();
    await expect(entry).toContainText('Kills of bots don’t count.');
    await expect(entry).toContainText('Not affiliated with');
    await expect(entry).not.toContainText('Stats Visibility');
    await entry.getByRole('checkbox').check();
    const enter = entry.getByRole('button', { name: 'Enter Challenge', exact: true });
    await entry.getByLabel('PUBG name').fill(uniqueName('missing'));
    await enter.click();
    await expect(entry).toContainText('Enter platform and name');
    await entry.getByLabel('Platform', { exact: true }).selectOption('Steam');
    await enter.click();
    await expect(entry).toContainText('We found no PUBG account');
    await entry.getByText('Show me where to find my PUBG name').click();
    await expect(entry).toContainText('Start PUBG and open the lobby.');
    const name = uniqueName();
    await entry.getByLabel('PUBG name').fill(name);
    await expectSound(page);
    await enter.click();
    await expect(entry).toContainText('Challenge started!');

    const match = { place: 2, kills: 5, mode: 'squad-fpp', startsInSeconds: 2 };
    const played = await page.request.post(`${app.sandboxUrl}/arena/pubg/players/steam/${name}/matches`, {
      data: match,
    });
    expect(played.status()).toBe(201);
    const [{ id }] = (await played.json()).matches;
    await page.goto('/past-challenges');
    await expect(page.getByRole('dialog')).toContainText('Congratulations! You won', {
      timeout: patient(60_000),
    });
    await page.keyboard.press('Escape');
    const past = page.getByRole('row').filter({ hasText: description });
    await expect(past).toContainText('PUBG · Squad');
    const ofGame = page.getByRole('group', { name: 'Game' });
    await ofGame.getByRole('button', { name: 'Fortnite' }).click();
    await expect(page.getByText('No past challenges of Fortnite')).toBeVisible();
    await expect(past).toBeHidden();
    await expectSound(page);
    await ofGame.getByRole('button', { name: 'PUBG' }).click();
    await expect(past).toBeVisible();
    await page.getByRole('button', { name: /^Why\?/ }).click();
    const receipt = page.getByRole('dialog');
    await expect(receipt.getByRole('row').filter({ hasText: id })).toContainText('This one decided');
    await expect(receipt).toContainText(`${app.sandboxUrl}/pubg/shards/steam/matches/${id}`);
    await receipt.getByRole('button', { name: 'Check with PUBG' }).click();
    await expect(receipt.getByRole('status')).toContainText('PUBG’s record agrees');
    await expect(receipt).toContainText('same result');
    await expect(receipt).toContainText('Not affiliated with');
    const told = receipt.getByText('The link lists your matches since entry, whose public records show');
    await expect(told).toBeVisible();
    await receipt.getByRole('button', { name: 'Create link' }).click();
    await expect(receipt.getByLabel('Show my PUBG name on it')).not.toBeChecked();
    await expect(told).toBeVisible();
    await expectSound(page);
    const link = await receipt.getByLabel('Link', { exact: true }).inputValue();
    const stranger = await browser.newPage(options);
    await checkAsVisitor(stranger, new URL(link).pathname, app.sandboxUrl);
    await page.goto('/profile');
    await expect(page.getByText(`steam/${name}`)).toBeVisible();

    await page.goto('/profile?tab=stats');
    const figures = page.locator('#performance');
    await expect(figures).toContainText('Top 10 + 3 Kills · Squad');
    await expect(figures).toContainText('5 kills, 5 in a match');
    await expect(figures).toContainText('You met this in your last match');
    await expect(page.getByRole('group', { name: 'Game' })).toBeHidden();

    await admin.goto('/dashboard/challenges?view=attempts');
    const entered = admin.getByRole('row').filter({ hasText: `steam/${name}` });
    await expect(entered).toContainText('PUBG · Squad');
    await entered.getByRole('link').first().click();
    await admin.getByRole('button', { name: 'Change game account' }).click();
    const binding = admin.getByRole('dialog', { name: 'Change game account' });
    await binding.getByLabel('Game', { exact: true }).selectOption('PUBG');
    await expect(binding.getByLabel('PUBG name')).toHaveValue(`steam/${name}`);
    await expectSound(admin);
    await binding.getByLabel('PUBG name').fill('');
    await binding.getByLabel('Reason').fill('Wrong account');
    await binding.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('PUBG account changed')).toBeVisible();
  } finally {
    await app.stop();
  }
});

/** Checks a shared receipt with the publisher: as it is, while the publisher doesn't answer, and forged. */
async function checkAsVisitor(visitor: Page, address: string, sandboxUrl: string): Promise<void> {
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.goto(address);
  const check = visitor.getByRole('button', { name: 'Check with PUBG' });
  const found = visitor.getByRole('status').filter({ hasText: /PUBG/ });
  await expect(check).toBeVisible();
  const isOfCheck = (url: string) => /publisher-finding|[/]pubg[/]shards/.test(url);
  expect(requests.filter(isOfCheck)).toEqual([]);
  await check.click();
  await expect(found).toContainText('PUBG’s record agrees');
  await expect(found).toContainText('The name is hidden');
  expect(requests.filter(isOfCheck).length).toBeGreaterThan(1);
  await expectSound(visitor);

  const behave = (status: number | string) =>
    visitor.request.put(`${sandboxUrl}/arena/pubg/faults`, { data: { status, of: 'matches' } });
  for (const [status, text] of [
    [429, 'PUBG limits requests'],
    ['nonsense', 'unreadable'],
    [503, 'PUBG didn’t answer'],
  ] as const) {
    await behave(status);
    await check.click();
    await expect(found).toContainText(text);
  }
  await behave(0);

  const records = '**/pubg/shards/**';
  await visitor.route(records, (route) => route.abort());
  await check.click();
  await expect(found).toContainText('The reason: the connection failed.');
  await expect(found.getByRole('button', { name: 'Copy the command' })).toBeVisible();
  await expect(found).toContainText(`npx finalring verify-receipt ${new URL(address, visitor.url())}`);
  await expectSound(visitor);
  await visitor.unroute(records);

  let forge = (body: string) => body.replaceAll('"kills":5', '"kills":7');
  await visitor.route('**/api/v1/challenge/shared/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: forge(await answer.text()) });
  });
  await visitor.reload();
  await check.click();
  await expect(found).toContainText('Player: place 2 with 7 kills here, not in this match at the publisher');

  const earlier = (time: string) => new Date(Date.parse(time) - 20 * 24 * 3_600_000).toISOString();
  // Its fee may be sealed by now, with the hash of the true record.
  forge = (text) => {
    const answer = JSON.parse(text);
    return JSON.stringify({ ...answer, data: { ...answer.data, feeLeaf: undefined } }).replaceAll(
      /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
      earlier,
    );
  };
  const body = JSON.stringify({ errors: [{ title: 'Not Found' }] });
  await visitor.route(records, (route) =>
    route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' }, body }),
  );
  await visitor.reload();
  await check.click();
  await expect(found).toContainText('PUBG’s record has expired');
  await expect(found).toContainText('The sealed ledger doesn’t have its hash');
  await expect(found).toContainText('SHA-256 of our copy:');
  await expectSound(visitor);
}
