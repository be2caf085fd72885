// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { FirstStandIn } from '../games/stand-in.ts';
import type { CardKeys, Site } from '../options.ts';
import { type PlayerClient, signInAs } from './player-client.ts';

/** Progress of creating the veteran's history. A problem stops it until it is started again. */
export interface Progress {
  done: number;
  of: number;
  isUnderWay: boolean;
  problem: string | null;
}

interface Attempt {
  status: string;
  epicId: string;
  challengeType: string;
}
interface Challenge {
  _id: string;
  isActive: boolean;
  challengeVariants: Variant[];
}
interface Variant {
  challengeType: string;
  requiredPlacement: number;
  requiredKills: number;
}

const epicId = 'Vera-Castle';
const results = ['won', 'lost', 'won', 'won'] as const;
const askEachMs = 400;
/** With the sandbox's fast time, a result takes seconds. */
const resultWithinMs = 120_000;
const active = ['PENDING', 'IN_PROGRESS', 'WAITING_RECHECK'];

export interface HistoryDeps {
  play: FirstStandIn['play'];
  keys: CardKeys;
}

/** Waits for a running attempt's result. An attempt without a match never ends, so play the match first. */
async function waitForResult(vera: PlayerClient): Promise<void> {
  const giveUpAt = Date.now() + resultWithinMs;
  for (;;) {
    const [latest] = await vera.call<Attempt[]>('GET', '/challenge/my-attempts?limit=1');
    if (!latest || !active.includes(latest.status)) return;
    if (Date.now() > giveUpAt) throw new Error('a match had no result after 2 minutes');
    await delay(askEachMs);
  }
}

async function playOne(
  vera: PlayerClient,
  result: (typeof results)[number],
  { play }: HistoryDeps,
): Promise<void> {
  const challenges = await vera.call<Challenge[]>('GET', '/challenge/get-all');
  const challenge = challenges.find(({ isActive, challengeVariants: [first] }) => isActive && first);
  const variant = challenge?.challengeVariants[0];
  if (!challenge || !variant) throw new Error('no challenge is open');
  const { challengeType, requiredPlacement, requiredKills } = variant;
  await vera.call('POST', '/challenge/start', { epicId, challengeId: challenge._id, challengeType });
  const won = { placement: requiredPlacement, kills: requiredKills + 1 };
  const match = result === 'won' ? won : { placement: 60, kills: 0 };
  await play(epicId, { ...match, minutes: 1 });
  await waitForResult(vera);
}

/** Buys a coin pack with the test card that always works. */
async function buyCoins(vera: PlayerClient, site: Site, { keys }: HistoryDeps): Promise<void> {
  const [pack] = await vera.call<{ _id: string }[]>('GET', '/trade-coin/get-all-coins');
  if (!pack) return;
  const order = { packageId: pack._id, paymentGateway: 'stripe' };
  const { clientSecret } = await vera.call<{ clientSecret: string }>(
    'POST',
    '/transaction/create-intent',
    order,
  );
  const intent = clientSecret.replace(/_secret_.*/, '');
  await fetch(`${site.publicUrl()}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  });
}

async function buyCard(vera: PlayerClient): Promise<void> {
  const cards = await vera.call<{ _id: string; gcCoin: number }[]>('GET', '/gift-card/get');
  const cheapest = cards.toSorted((one, other) => one.gcCoin - other.gcCoin)[0];
  if (!cheapest) return;
  const { _id: giftCardId, gcCoin } = cheapest;
  await vera.call('POST', '/cart/checkout', { items: [{ giftCardId, quantity: 1, gcCoin }] });
}

/** Creates the veteran's history through the application's API: won and lost challenges, bought coins, a gift card. */
export function veteranHistory(site: Site, deps: HistoryDeps) {
  const steps = results.length + 1;
  const now: Progress = { done: 0, of: steps, isUnderWay: false, problem: null };

  async function live(): Promise<void> {
    const vera = await signInAs(site, 'veteran');
    const before = await vera.call<Attempt[]>('GET', '/challenge/my-attempts?limit=100');
    now.done = Math.min(before.length, results.length);
    await waitForResult(vera);
    for (const result of results.slice(now.done)) {
      await playOne(vera, result, deps);
      now.done += 1;
    }
    // Bought last, so that the next click completes a history without it.
    const bought = await vera.call<unknown[]>('GET', '/gift-card/purchases');
    if (bought.length === 0) {
      await buyCoins(vera, site, deps);
      await buyCard(vera);
    }
    now.done = steps;
  }

  return {
    progress: (): Progress => now,
    /** Continues where it stopped. Does nothing while it is running or once it is complete. */
    begin(): void {
      if (now.isUnderWay || now.done === now.of) return;
      Object.assign(now, { isUnderWay: true, problem: null });
      live()
        .catch((error: Error) => {
          site.log.error(`sandbox veteran: ${error.stack}`);
          now.problem = error.message;
        })
        .finally(() => {
          now.isUnderWay = false;
        });
    },
  };
}
