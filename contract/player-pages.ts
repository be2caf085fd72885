// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { chosenHandle, publicPlayer } from './public-players.ts';

/** What a player lets others see on their page besides handle and avatar; nothing at first. */
export const pageChoices = z.object({
  /** How many, and those that may be listed. */
  showsWins: z.boolean(),
  showsBests: z.boolean(),
  showsAchievements: z.boolean(),
});
export type PageChoices = z.infer<typeof pageChoices>;

/** How many of the wins that may be listed a page shows, the newest first. */
export const winsOnPage = 5;

const listedWin = z.object({
  /** The public id of its receipt. */
  receiptId: id,
  challengeId: id,
  challengeType: z.string(),
  description: z.string(),
  rewardGC: amount,
  wonAt: timestamp,
});

/** A player as others see them. Null: its player does not let it be seen. */
export const playerPage = z.object({
  player: publicPlayer,
  /** Challenges won. */
  wins: amount.nullable(),
  /** The best of the finished challenges; 0 where there is none. */
  bests: z
    .object({
      /** In one match. */
      kills: amount,
      winsInRow: amount,
      /** In one challenge. */
      rewardGC: amount,
    })
    .nullable(),
  /** Ids of those reached, the oldest first. */
  achievements: z.array(z.string()).nullable(),
  sharedWins: z.array(listedWin).max(winsOnPage),
  /** Only on one’s own page: what it shows to others. */
  choices: pageChoices.nullable(),
});
export type PlayerPage = z.infer<typeof playerPage>;

export const playerPagesApi = {
  read: endpoint({
    method: 'GET',
    path: '/players/:handle',
    access: 'signed-in',
    summary: 'Get a player’s public page',
    params: z.object({ handle: chosenHandle }),
    data: playerPage,
    refusals: ['not_found'],
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/players/choices',
    access: 'signed-in',
    summary: 'Choose what your page shows',
    message: 'Saved',
    body: pageChoices,
    data: pageChoices,
  }),
};
