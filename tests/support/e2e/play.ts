// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';
import { accountsApi } from '../../../contract/accounts.ts';
import { fromAnswer } from '../../../contract/answers.ts';
import type { DataOf, Endpoint } from '../../../contract/endpoint.ts';
import type { RunningApp } from './app.ts';

/** A unique name, from which a player's e-mail address and Epic ID are made. */
export function uniqueName(prefix = 'Player'): string {
  return `${prefix}${randomBytes(4).toString('hex')}`.slice(0, 16);
}

export interface SignInOptions {
  email?: string;
  name?: string;
  provider?: 'Gmail' | 'Discord';
  /** The app's address, if the browser doesn't know it. */
  at?: string;
  /** The first screen; by default the home page. */
  to?: string;
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

function somebody({ name = uniqueName(), email }: SignInOptions): { email: string; name: string } {
  return { name, email: email ?? `${name.toLowerCase()}@player.test` };
}

/** Signs in a new player from the first page on, button by button; returns their name and address. */
export async function signInByHand(
  page: Page,
  options: SignInOptions = {},
): Promise<{ email: string; name: string }> {
  const who = somebody(options);
  await page.goto(`${options.at ?? ''}/`);
  await page.getByRole('link', { name: `Continue With ${options.provider ?? 'Gmail'}` }).click();
  await passProvider(page, who);
  await page.waitForURL('**/home');
  return who;
}

/** Submits the stand-in provider's form with those fields; ends back at the app. */
async function answerProvider(api: APIRequestContext, form: APIResponse, who: object): Promise<APIResponse> {
  const html = await form.text();
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (!action) throw new Error(`no form at ${form.url()}`);
  const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  const hidden = html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
  const carried = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, plain(value)]));
  return api.post(new URL(plain(action), form.url()).href, {
    form: { ...carried, ...who, emailVerified: 'on', decision: 'continue' },
  });
}

/**
 * Signs in a new player and opens the home page; returns their name and address. Sends a browser's requests without
 * showing the pages in between, which took most of a test's time.
 */
export async function signIn(
  page: Page,
  options: SignInOptions = {},
): Promise<{ email: string; name: string }> {
  const { at = '', to = '/home', provider = 'Gmail' } = options;
  const who = somebody(options);
  const api = page.request;
  const form = await api.get(`${at}/api/v1/auth/${provider === 'Gmail' ? 'google' : 'discord'}`);
  const landed = await answerProvider(api, form, who);
  const authToken = new URL(landed.url()).searchParams.get('authToken');
  const exchanged = await api.post(`${at}/api/v1${accountsApi.exchange.path}`, { data: { authToken } });
  if (!exchanged.ok()) throw new Error(`nobody is signed in: ${await exchanged.text()}`);
  const { data } = await exchanged.json();
  // A page without scripts, only for its origin, where the token can be stored. Tests start from it.
  if (at || new URL(page.url()).pathname !== '/robots.txt') await page.goto(`${at}/robots.txt`);
  await page.evaluate((token) => localStorage.setItem('authToken', token), data.authToken as string);
  // Not earlier: delays and changes by the caller need an existing page.
  await page.goto(`${at}${to}`, { waitUntil: 'domcontentloaded' });
  return who;
}

export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** The API's answer for this page's player. */
export async function ask<E extends Endpoint>(page: Page, endpoint: E): Promise<DataOf<E>> {
  const token = await stored(page, 'authToken');
  const response = await page.request.get(`/api/v1${endpoint.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return fromAnswer(endpoint, await response.json());
}

/** Calls the API as this page's player. */
export async function send<E extends Endpoint>(page: Page, endpoint: E, body: object): Promise<DataOf<E>> {
  const response = await page.request.fetch(`/api/v1${endpoint.path}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${await stored(page, 'authToken')}`, 'idempotency-key': randomUUID() },
    data: body,
  });
  if (!response.ok()) throw new Error(`${endpoint.path}: ${response.status()} ${await response.text()}`);
  return (await response.json()).data;
}

/** Waits until the header shows that balance. */
export async function expectBalance(page: Page, coins: number): Promise<void> {
  // By its label, because behind an open dialog the header has no role.
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
  /** Such as 'Finish Top 10 AND Kill 3 opponents'; by default the first one. */
  condition?: string;
  epicId: string;
}

/** From the challenge's card through the whole entry, including the last button. */
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
