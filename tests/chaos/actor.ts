// SPDX-License-Identifier: Apache-2.0

import type { Answer, Client } from './client.ts';
import type { Dice } from './dice.ts';
import type { Offer } from './offer.ts';

/** What was answered as done, and must be so at the end. */
export interface Acknowledged {
  orders: string[];
  /** Attempts, with what their match must come to. */
  attempts: Map<string, 'SUCCESS' | 'FAILED'>;
  /** Payments whose card was charged. */
  payments: Set<string>;
  /** How many of each were answered as begun, by the path that was asked. */
  answered: Map<string, number>;
  /** As above: how many were asked for and not answered by the end, so that nobody knows. */
  open: Map<string, number>;
}

/** A player of the run, and how to ask until there is an answer. */
export interface Actor {
  client: Client;
  dice: Dice;
  offer: Offer;
  done: Acknowledged;
  sandboxUrl: string;
  /** Asks one process after the other with the same key; undefined once the run is over. */
  insist(path: string, payload: unknown, refusals?: readonly string[]): Promise<Answer | undefined>;
  isOver(): boolean;
}
