// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { challenge } from './challenges.ts';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';
import { giftCard } from './shop.ts';

/** What visitors see before they sign in. The same for everybody, and nothing personal. */
export const landing = z.object({
  /** Coins that the running promotions pay for a first sign-in; 0 if there are none. */
  welcomeGC: amount,
  /** The newest wins whose players allow us to show them, each with the receipt that proves it. */
  winners: z.array(
    z.object({
      player: publicPlayer,
      /** Id of the receipt, which is at `/r/{id}`. */
      receiptId: id,
      wonAt: timestamp,
      rewardGC: amount,
      /** The challenge's description. */
      description: z.string(),
      requiredPlacement: z.int(),
      requiredKills: amount,
    }),
  ),
  /** Open challenges, those with the smallest entry fee first. */
  challenges: z.array(challenge),
  /** Some of the gift cards that are available now, cheapest first. */
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
