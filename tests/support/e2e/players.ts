// SPDX-License-Identifier: Apache-2.0

import { type Browser, expect, type Page } from '@playwright/test';
import { accountsApi } from '../../../contract/accounts.ts';
import { challengesApi } from '../../../contract/challenges.ts';
import { shopApi } from '../../../contract/shop.ts';
import type { RunningApp } from './app.ts';
import { giveCoins } from './database.ts';
import { ask, expectBalance, playMatch, send, signIn, uniqueName } from './play.ts';
import { type CardOnSale, putAllOnSale } from './shop.ts';

/** The kinds of people: no session, a brand-new player, one with content on every screen, and the administrator. */
export type Who = 'visitor' | 'newcomer' | 'veteran' | 'admin';

export interface KeptSession {
  cookies: [];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
}

const nothing: KeptSession = { cookies: [], origins: [] };

/** A won challenge; both kinds of cards bought, one with a word wider than a phone; and two more in the cart. */
async function playALot(page: Page, app: RunningApp, email: string): Promise<void> {
  await giveCoins(app, email, 1_000);
  const [ring] = await ask(page, challengesApi.getAll);
  const epicId = uniqueName();
  await send(page, challengesApi.start, {
    epicId,
    challengeId: ring?._id,
    challengeType: ring?.challengeVariants[0]?.challengeType,
  });
  await playMatch(app, epicId, { placement: 1, kills: 9 });
  await expect.poll(async () => (await ask(page, challengesApi.myAttempts))[0]?.status).toBe('SUCCESS');
  const cards = (await putAllOnSale(app, [
    { title: `${uniqueName('Long ')} TwelveMonthsOfEverythingForTheWholeFamilyAndFriends` },
    { isFulfilledByHand: true, codes: 0 },
  ])) as [CardOnSale, CardOnSale];
  const lines = cards.map(({ id, gcCoin }) => ({ giftCardId: id, quantity: 1, gcCoin }));
  await send(page, shopApi.checkout, { items: lines });
  const { _id: playerId } = await ask(page, accountsApi.getProfile);
  const inShop = (await ask(page, shopApi.list)).filter(({ _id }) => cards.some(({ id }) => id === _id));
  const cart = JSON.stringify({ playerId, items: inShop.map((card) => ({ ...card, quantity: 2 })) });
  await page.evaluate((value) => {
    localStorage.setItem('cart', value);
    // Cleared here: if the page closes before the result's dialog opens, it would stay.
    localStorage.removeItem('latestAttemptId');
  }, cart);
}

/** Their session as the browser stores it. */
export async function become(browser: Browser, app: RunningApp, who: Who): Promise<KeptSession> {
  if (who === 'visitor') return nothing;
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  if (who === 'admin') {
    await signIn(page, { email: 'admin@finalring.test', name: 'Admin' });
  } else {
    const { email } = await signIn(page);
    await expectBalance(page, 500);
    if (who === 'veteran') await playALot(page, app, email);
  }
  const { origins } = await context.storageState();
  await context.close();
  return { cookies: [], origins };
}
