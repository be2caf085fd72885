// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { challenge } from './challenges.ts';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';
import { giftCard } from './shop.ts';

/** What visitors see before they sign in: the same for everyone, nothing personal. */
export const landing = z.object({
  /** Coins that running promotions pay for a first sign-in; 0 if there are none. */
  welcomeGC: amount,
  /** The newest wins whose players agreed to show them, each with its receipt. */
  winners: z.array(
    z.object({
      player: publicPlayer,
      /** The receipt's id; its page is `/r/{id}`. */
      receiptId: id,
      wonAt: timestamp,
      rewardGC: amount,
      /** The challenge's description. */
      description: z.string(),
      requiredPlacement: z.int(),
      requiredKills: amount,
    }),
  ),
  /** Open challenges, smallest entry fee first. */
  challenges: z.array(challenge),
  /** Some gift cards available now, cheapest first. */
  giftCards: z.array(
    giftCard.pick({ _id: true, title: true, image: true, type: true, kind: true, gcCoin: true }),
  ),
});
export type Landing = z.infer<typeof landing>;

export const landingApi = {
  read: endpoint({
    method: 'GET',
    path: '/landing',
    access: 'public',
    summary: 'Get the figures of the first page',
    data: landing,
  }),
};
