// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import sql from 'sql-template-tag';
import { notificationSettingsApi } from '../../contract/notification-settings.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import type { RunningApp } from '../support/e2e/app.ts';
import { inDatabase } from '../support/e2e/database.ts';
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

// Headless Chromium has no push service, so the sandbox simulates the browser's subscription. Everything else is real.
test.use({ serviceWorkers: 'allow' });

interface Received {
  subscriptionId: string;
  text: string;
}

/** A browser that asks for permission, and a player who agrees. */
async function playPushManager(page: Page, { sandboxUrl }: RunningApp): Promise<void> {
  await page.exposeFunction('subscribeAtSandbox', async (serverKey: string) => {
    const answer = await fetch(`${sandboxUrl}/push/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ serverKey }),
    });
    return answer.json();
  });
  await page.addInitScript(`
    const kept = () => JSON.parse(localStorage.getItem('playedSubscription'));
    const toSubscription = (json, options) => json && {
      options,
      endpoint: json.endpoint,
      toJSON: () => ({ endpoint: json.endpoint, keys: json.keys }),
      unsubscribe: async () => { localStorage.removeItem('playedSubscription'); return true; },
    };
    const optionsOf = () => ({ applicationServerKey: new Uint8Array(JSON.parse(localStorage.getItem('playedKey') ?? '[]')).buffer });
    Notification.requestPermission = async () => { localStorage.setItem('playedPermission', 'granted'); return 'granted'; };
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('playedPermission') ?? 'default' });
    PushManager.prototype.getSubscription = async () => toSubscription(kept(), optionsOf());
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      const bytes = Array.from(applicationServerKey);
      const key = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const json = await window.subscribeAtSandbox(key);
      localStorage.setItem('playedSubscription', JSON.stringify(json));
      localStorage.setItem('playedKey', JSON.stringify(bytes));
      return toSubscription(json, optionsOf());
    };`);
}

async function messagesTo(
  { sandboxUrl }: RunningApp,
  page: Page,
): Promise<{ title: string; link: string }[]> {
  const id = await page.evaluate<string>("JSON.parse(localStorage.getItem('playedSubscription')).id");
  const answer = await fetch(`${sandboxUrl}/push/messages?subscription=${id}`);
  return ((await answer.json()) as Received[]).map(({ text }) => JSON.parse(text));
}

test('push messages are offered after a first entry, arrive decrypted and can be turned off', {
  tag: '@long',
}, async ({ page, app }) => {
  await playPushManager(page, app);
  await signIn(page);
  await expectBalance(page, 500);
  const offer = page
    .getByRole('region', { name: 'Where you stand' })
    .getByRole('region', { name: 'Notify me on this device' });
  await expect(offer).toHaveCount(0);
  const epicId = uniqueName();
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.keyboard.press('Escape');
  await offer.getByRole('button', { name: 'Notify me' }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByText('Notifications are on for this device')).toBeVisible();

  await playMatch(app, epicId, { placement: 1, kills: 9 });
  await expect
    .poll(() => messagesTo(app, page))
    .toMatchObject([{ title: 'You won your challenge', link: '/past-challenges' }]);
  // If a page is left before it showed the result, the next page shows it.
  await expect(page.getByRole('dialog', { name: 'Challenge won' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/profile?tab=messages');
  const part = page.getByRole('region', { name: 'Notification settings' });
  await expect(part.getByText('This device gets notifications, even')).toBeVisible();
  await expect(part.getByRole('list', { name: 'Devices with notifications' })).toContainText('This device');
  await expectSound(page);
  // The same setting as beside the result.
  const sound = page.getByRole('switch', { name: 'Sound of results' });
  await expect(sound).not.toBeChecked();
  await sound.click();
  await expect(sound).toBeChecked();
  expect(await page.evaluate("localStorage.getItem('resultSound')")).toBe('on');
  await part.getByRole('button', { name: 'Turn off everywhere' }).click();
  await expect(part.getByText('No device gets notifications yet.')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Turn on here' })).toBeVisible();
});

test('quiet hours delay a message, and "Not now" is remembered', { tag: '@long' }, async ({ page, app }) => {
  await playPushManager(page, app);
  await signIn(page);
  await expectBalance(page, 500);
  await page.goto('/profile?tab=messages');
  const part = page.getByRole('region', { name: 'Notification settings' });
  await part.getByRole('button', { name: 'Turn on here' }).click();
  await expect(part.getByRole('button', { name: 'Turn off here' })).toBeVisible();
  await part.getByRole('switch', { name: 'Quiet hours' }).click();
  const now = new Date();
  const at = (hours: number) => `${String((now.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;
  await part.getByLabel('From').fill(at(-1));
  await part.getByLabel('Until').fill(at(3));
  await part.getByLabel('Until').blur();
  const kept = async () => (await ask(page, notificationSettingsApi.read)).quietHours;
  await expect.poll(kept).toMatchObject({ from: at(-1), until: at(3) });

  const epicId = uniqueName();
  await page.goto('/home');
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await playMatch(app, epicId, { placement: 1, kills: 9 });
  await expect(page.getByText(/^Congratulations!/)).toBeVisible();
  const heldForMs = () =>
    inDatabase(app, async (tx) => {
      const jobs = await tx.rows<{ runAt: Date }>(
        sql`select run_at from graphile_worker.jobs where task_identifier = 'push-notification'`,
      );
      return Math.max(0, ...jobs.map(({ runAt }) => runAt.getTime() - now.getTime()));
    });
  await expect.poll(heldForMs).toBeGreaterThan(3_600_000);
  expect(await messagesTo(app, page)).toEqual([]);

  await page.keyboard.press('Escape');
  await page.goto('/profile?tab=messages');
  await part.getByRole('button', { name: 'Turn off here' }).click();
  await expect(part.getByRole('button', { name: 'Turn on here' })).toBeVisible();
  await page.goto('/home');
  await enterChallenge(page, { challenge: /Survive the ring/, epicId });
  await page.keyboard.press('Escape');
  const offer = page.getByRole('region', { name: 'Notify me on this device' });
  await expect(offer).toBeVisible();
  await page.goto('/past-challenges');
  await expectSound(page);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  await page.goto('/home');
  await expect(page.getByText('My match is over')).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('the service worker shows a push message once, silently when the page is visible', {
  tag: '@long',
}, async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'allow' });
  await context.grantPermissions(['notifications'], { origin: app.url });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const registrations: string[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', (told) =>
    registrations.push(...told.registrations.map(({ registrationId }) => registrationId)),
  );
  await devtools.send('ServiceWorker.enable');
  await signIn(page, { to: '/profile?tab=messages' });
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await expect.poll(() => registrations).not.toEqual([]);
  const [worker] = context.serviceWorkers();
  // Headless Chromium shows no notifications, so this records what would be shown.
  await worker?.evaluate(`
    self.shown = [];
    self.registration.showNotification = async (title, { tag, silent, data }) => void self.shown.push({ title, tag, silent, data });`);
  const getShown = () => worker?.evaluate<object[]>('self.shown');
  const deliver = (id: string, title: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId: registrations[0] ?? '',
      data: JSON.stringify({ id, kind: 'result', title, body: 'A challenge', link: '/past-challenges' }),
    });

  await deliver('1', 'While somebody looks');
  await expect.poll(getShown).toHaveLength(1);
  await page.goto('about:blank');
  await deliver('2', 'You won your challenge');
  await expect.poll(getShown).toEqual([
    { title: 'While somebody looks', tag: '1', silent: true, data: { link: '/past-challenges' } },
    { title: 'You won your challenge', tag: '2', silent: false, data: { link: '/past-challenges' } },
  ]);
  await context.close();
});

test('a clicked message navigates an idle page, but not a page with typed text', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { to: '/profile' });
  await expectBalance(page, 500);
  /** The worker's question to the page, and the page's answer. */
  const press = (address: string, withinMs = 60_000) =>
    page.evaluate<boolean>(`new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      navigator.serviceWorker.dispatchEvent(
        new MessageEvent('message', { data: { kind: 'go-to', address: '${address}', until: Date.now() + ${withinMs} }, ports: [port2] }));
    })`);
  await page.evaluate('self.isSamePage = true');
  expect(await press('/past-challenges', -1)).toBe(false);
  expect(await press('/profile?tab=settings')).toBe(true);
  await page.waitForURL('**/profile?tab=settings');
  await page
    .getByRole('button', { name: /^Set the limit/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('7');
  expect(await press('/past-challenges')).toBe(false);
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('7');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await press('/past-challenges')).toBe(true);
  await page.waitForURL('**/past-challenges');
  expect(await page.evaluate('self.isSamePage')).toBe(true);
});

test('quiet hours set elsewhere are shown and not overwritten', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  // Other settings may still be loading when the network stops.
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page);
  await expectBalance(page, 500);
  const { push, mail } = await ask(page, notificationSettingsApi.read);
  const set = (from: string, until: string) =>
    send(page, notificationSettingsApi.change, { push, mail, quietHours: { from, until, timeZone: 'UTC' } });
  await set('22:00', '08:00');
  await page.goto('/profile?tab=messages');
  const part = page.getByRole('region', { name: 'Notification settings' });
  await expect(part.getByLabel('From')).toHaveValue('22:00');

  await part.getByLabel('From').fill('21:00');
  await set('23:00', '07:00');
  // Updates that were missed without a network are fetched again.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(part.getByLabel('Until')).toHaveValue('07:00');
  await expect(part.getByLabel('From')).toHaveValue('21:00');
  await part.getByLabel('From').blur();
  const kept = async () => (await ask(page, notificationSettingsApi.read)).quietHours;
  await expect.poll(kept).toMatchObject({ from: '21:00', until: '07:00' });
  await set('20:00', '06:00');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(part.getByLabel('From')).toHaveValue('20:00');
});
