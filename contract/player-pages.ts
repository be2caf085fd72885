// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { chosenHandle, publicPlayer } from './public-players.ts';

/** What a player's page shows besides handle and avatar; nothing by default. */
export const pageChoices = z.object({
  /** The number of wins, and the wins that may be listed. */
  showsWins: z.boolean(),
  showsBests: z.boolean(),
  showsAchievements: z.boolean(),
});
export type PageChoices = z.infer<typeof pageChoices>;

/** How many of those wins a page shows, newest first. */
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

/** A player as others see them. A null part is hidden by the player. */
export const playerPage = z.object({
  player: publicPlayer,
  /** Number of won challenges. */
  wins: amount.nullable(),
  /** The best of all finished challenges; 0 if there is none. */
  bests: z
    .object({
      /** In one match. */
      kills: amount,
      winsInRow: amount,
      /** In one challenge. */
      rewardGC: amount,
    })
    .nullable(),
  /** Ids of reached achievements, oldest first. */
  achievements: z.array(z.string()).nullable(),
  sharedWins: z.array(listedWin).max(winsOnPage),
  /** Only on the player's own page: what it shows to others. */
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
