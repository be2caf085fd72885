// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../server/platform/db/database.ts';
import type { Vault } from '../../server/platform/vault/vault.ts';
import type { Acknowledged, Actor } from './actor.ts';
import { type Answer, ask, type Client, signInPlayer, type Tally } from './client.ts';
import { createDice } from './dice.ts';
import { type Offer, putOnOffer } from './offer.ts';
import { payByCard } from './paying.ts';
import { playChallenge } from './playing.ts';

export interface Load extends Tally {
  offer: Offer;
  done: Acknowledged;
  /** Makes one signed-in call. Returns whether it was served. */
  isServing(url: string): Promise<boolean>;
  stop(): Promise<void>;
}

interface LoadOptions {
  urls: () => readonly string[];
  sandboxUrl: string;
  /** Encrypts the codes. */
  vault: Vault;
  /** The number of codes of the gift card that is delivered from stock. */
  stock: number;
  players: number;
  seed: number;
}

const pauseMs = 20;
/**
 * An actor that is asked to retry waits longer each time, like real clients. Otherwise it would mostly hit rate limits.
 */
const maxPauseMs = 1_500;
/** The players that an actor alternates between, because one player soon reaches the limits per minute. */
const playersEach = 12;
/** The share of answered requests that are repeated with the same key. */
const replayed = 0.1;
const coinsEach = 10_000_000;

export function count(counts: Map<string, number>, path: string): void {
  counts.set(path, (counts.get(path) ?? 0) + 1);
}

async function buy({ dice, offer, done, insist }: Actor): Promise<void> {
  const giftCardId = dice.pick([offer.codeCardId, offer.handCardId]);
  const answer = await insist('/cart/checkout', {
    items: [{ giftCardId, quantity: 1, gcCoin: offer.cardPrice }],
  });
  if (answer?.status === 200) done.orders.push(String(answer.data._id));
}

/** Players who browse, buy, play and pay without end. Each request is repeated until it is answered. */
export async function startLoad(
  db: Database,
  { urls, sandboxUrl, vault, stock, players, seed }: LoadOptions,
): Promise<Load> {
  const offer = await putOnOffer(db, vault, stock);
  const tally: Tally = { answered: 0, unavailable: 0, strange: [] };
  const done: Acknowledged = {
    orders: [],
    attempts: new Map(),
    payments: new Set(),
    answered: new Map(),
    open: new Map(),
  };
  let isOver = false;

  function judge(path: string, answer: Answer | undefined, refusals: readonly string[]): boolean {
    if (!answer) {
      tally.unavailable++;
      return false;
    }
    tally.answered++;
    if (answer.status !== 200 && !refusals.includes(answer.code ?? ''))
      tally.strange.push(`${path} answered ${answer.status} ${answer.code}`);
    return true;
  }

  async function act(number: number, clients: readonly Client[]): Promise<void> {
    const dice = createDice(seed * 1_000 + number);
    let client = clients[0] as Client;
    const insist: Actor['insist'] = async (path, payload, refusals = []) => {
      const key = randomUUID();
      for (let attempt = 0; !isOver; attempt++) {
        const url = urls()[(number + attempt) % urls().length] as string;
        const answer = await ask(url, client, path, { key, payload });
        if (!judge(path, answer, refusals)) {
          await delay(Math.min(maxPauseMs, pauseMs * 2 ** Math.min(attempt, 10)));
          continue;
        }
        await delay(pauseMs);
        if (answer?.status === 200 && dice.roll() < replayed) {
          const again = await ask(url, client, path, { key, payload });
          if (again && JSON.stringify(again) !== JSON.stringify(answer))
            tally.strange.push(`${path} answered another thing when it was asked again`);
        }
        if (answer?.status === 200) count(done.answered, path);
        return answer;
      }
      count(done.open, path);
      return undefined;
    };
    while (!isOver) {
      client = dice.pick(clients);
      const actor: Actor = { client, dice, offer, done, sandboxUrl, insist, isOver: () => isOver };
      const answer = await ask(dice.pick(urls()), client, '/auth/get-profile');
      judge('/auth/get-profile', answer, []);
      const chosen = dice.roll();
      if (chosen < 0.7) await buy(actor);
      else if (chosen < 0.85) await payByCard(actor);
      else await playChallenge(actor);
    }
  }

  const prober = await signInPlayer(db, 0);
  // Done before the first fault, because it goes to the database directly, and only once.
  const signedIn = await Promise.all(
    Array.from({ length: players }, () =>
      Promise.all(Array.from({ length: playersEach }, () => signInPlayer(db, coinsEach))),
    ),
  );
  const acting = Promise.all(signedIn.map((clients, number) => act(number, clients)));
  return Object.assign(tally, {
    offer,
    done,
    isServing: async (url: string) => (await ask(url, prober, '/auth/get-profile'))?.status === 200,
    async stop() {
      isOver = true;
      await acting;
    },
  });
}
