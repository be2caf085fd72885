import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { DataOf, Endpoint } from '../../../contract/endpoint.ts';
import type { RunningApp } from './app.ts';
import { expect } from './test.ts';

/** A name that no other test uses: a person's e-mail address and Epic ID are made from it. */
export function uniqueName(prefix = 'Player'): string {
  return `${prefix}${randomBytes(4).toString('hex')}`.slice(0, 16);
}

export interface SignInOptions {
  email?: string;
  name?: string;
  provider?: 'Gmail' | 'Discord';
  /** Address of the app where the browser does not know it. */
  at?: string;
}

/** Fills in the stand-in provider's page. */
export async function passProvider(
  page: Page,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs a new player in from the first page on; answers who it is. */
export async function signIn(
  page: Page,
  options: SignInOptions = {},
): Promise<{ email: string; name: string }> {
  const name = options.name ?? uniqueName();
  const email = options.email ?? `${name.toLowerCase()}@player.test`;
  await page.goto(`${options.at ?? ''}/`);
  await page.getByRole('link', { name: `Continue With ${options.provider ?? 'Gmail'}` }).click();
  await passProvider(page, { email, name });
  await page.waitForURL('**/home');
  return { email, name };
}

export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** What the API answers this page's player. */
export async function ask<E extends Endpoint>(page: Page, endpoint: E): Promise<DataOf<E>> {
  const token = await stored(page, 'authToken');
  const response = await page.request.get(`/api/v1${endpoint.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()).data;
}

/** Waits until the header shows that balance. */
export async function expectBalance(page: Page, coins: number): Promise<void> {
  // By its label: behind an open dialog the header has no role.
  await expect(page.getByLabel(`Balance: ${coins.toLocaleString('en-US')} Gamer Coins`)).toBeVisible();
}

async function arena(app: RunningApp, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/arena${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
}

export function playMatch(app: RunningApp, epicId: string, match: { placement: number; kills: number }) {
  return arena(app, 'POST', `/players/${epicId}/matches`, match);
}

export function changePlayer(
  app: RunningApp,
  epicId: string,
  change: { public?: boolean; exists?: boolean },
) {
  return arena(app, 'PATCH', `/players/${epicId}`, change);
}

export interface Entry {
  challenge: RegExp;
  /** Such as 'Finish Top 10 AND Kill 3 opponents'; the first one if not said. */
  condition?: string;
  epicId: string;
}

/** From the challenge's card to the last button of the entry, which it presses. */
export async function submitEntry(page: Page, { challenge, condition, epicId }: Entry): Promise<void> {
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: challenge }) });
  await card.getByRole('button', { name: 'Enter Challenge' }).click();
  const dialog = page.getByRole('dialog');
  if (condition) await dialog.getByRole('radio', { name: new RegExp(condition) }).check();
  await dialog.getByRole('button', { name: /^Enter Challenge \(/ }).click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('Epic ID').fill(epicId);
  await dialog.getByRole('button', { name: 'Enter Challenge', exact: true }).click();
}

export async function enterChallenge(page: Page, entry: Entry): Promise<void> {
  await submitEntry(page, entry);
  await expect(page.getByRole('dialog', { name: 'Challenge Status' })).toContainText(
    'Challenge started! Please enter a match and play the game.',
  );
}
