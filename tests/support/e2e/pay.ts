// SPDX-License-Identifier: Apache-2.0

import type { Page } from '@playwright/test';
import type { RunningApp } from './app.ts';

/** Card numbers that the card provider's stand-in knows. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksTheBank: '4000 0000 0000 3220',
};

export const cardFrame = 'iframe[title="Secure card payment input frame"]';
const bankFrame = 'iframe[title="3-D Secure challenge"]';

export async function choosePackage(page: Page, label: string): Promise<void> {
  await page.getByLabel('Package', { exact: true }).selectOption({ label });
}

export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator(cardFrame);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry').fill('12 / 34');
  await frame.getByLabel('CVC').fill('123');
}

export async function pressPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** The bank's question, in a frame over the page. */
export function bank(page: Page) {
  const frame = page.frameLocator(bankFrame);
  return {
    confirm: () => frame.getByRole('button', { name: 'Complete authentication' }).click(),
    refuse: () => frame.getByRole('button', { name: 'Fail authentication' }).click(),
    question: frame.getByRole('heading'),
  };
}

/** Every intent that the page requested: the key sent and the answer. */
export function watchIntents(page: Page): { key: string; paymentId: string; clientSecret: string }[] {
  const seen: { key: string; paymentId: string; clientSecret: string }[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/transaction/create-intent') || !response.ok()) return;
    const { data } = await response.json();
    seen.push({ key: response.request().headers()['idempotency-key'] ?? '', ...data });
  });
  return seen;
}

async function stripe(app: RunningApp, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${app.sandboxUrl}/stripe${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Sets whether the card provider's webhooks are lost. */
export function loseWebhooks(app: RunningApp, drop: boolean): Promise<unknown> {
  return stripe(app, 'PUT', '/webhooks', { drop });
}

/** Answers the bank's question from another device, such as the card holder's phone. */
export function confirmElsewhere(app: RunningApp, clientSecret: string): Promise<unknown> {
  return stripe(app, 'POST', '/challenge', { clientSecret, outcome: 'complete' });
}

/** Sends a paid intent's event again. */
export async function resendSuccess(app: RunningApp, clientSecret: string): Promise<void> {
  const events = (await stripe(app, 'GET', '/events')) as {
    id: string;
    type: string;
    data: { object: { id: string } };
  }[];
  const [intentId] = clientSecret.split('_secret_');
  const event = events.find(
    ({ type, data }) => type === 'payment_intent.succeeded' && data.object.id === intentId,
  );
  if (!event) throw new Error(`nothing tells that ${intentId} is paid`);
  await stripe(app, 'POST', `/events/${event.id}/resend`, {});
}
