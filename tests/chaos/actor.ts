// SPDX-License-Identifier: Apache-2.0

import type { Answer, Client } from './client.ts';
import type { Dice } from './dice.ts';
import type { Offer } from './offer.ts';

/** Successes that were confirmed, and must still be true at the end. */
export interface Acknowledged {
  orders: string[];
  /** Attempts, with the expected status after their match. */
  attempts: Map<string, 'SUCCESS' | 'FAILED'>;
  /** Payments whose card was charged. */
  payments: Set<string>;
  /** How many requests to each path were confirmed. */
  answered: Map<string, number>;
  /** By path, as above: how many requests got no answer by the end, so that their outcome is unknown. */
  open: Map<string, number>;
}

/** A player of the run, who repeats each request until it is answered. */
export interface Actor {
  client: Client;
  dice: Dice;
  offer: Offer;
  done: Acknowledged;
  sandboxUrl: string;
  /** Asks one process after another with the same key. Undefined once the run is over. */
  insist(path: string, payload: unknown, refusals?: readonly string[]): Promise<Answer | undefined>;
  isOver(): boolean;
}
