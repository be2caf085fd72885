// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { drawAlgorithm } from './draw.ts';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';

export const prizeTypes = ['GC', 'XP'] as const;

export const giveawayPhases = ['upcoming', 'active', 'drawing', 'finished'] as const;

/** The fields of a giveaway that both players and administrators see. */
export const giveawayFields = {
  _id: id,
  title: z.string(),
  prizeType: z.enum(prizeTypes),
  prizeAmount: amount,
  startDate: timestamp,
  endDate: timestamp,
  winnerCount: amount,
  isCompleted: z.boolean(),
  isActive: z.boolean(),
  phase: z.enum(giveawayPhases),
  /** Hex SHA-256 that commits to the secret seed; published before anyone can enter. */
  commitment: z.string(),
};

/** A giveaway as players see it. */
export const giveaway = z.object({
  ...giveawayFields,
  /** Number of participants. */
  participants: amount,
  /** The pseudonym of the caller's entry; null if they have not entered. */
  myEntry: z.string().nullable(),
  hasWon: z.boolean(),
});
export type Giveaway = z.infer<typeof giveaway>;

export const drawRecord = z.object({
  algorithm: z.literal(drawAlgorithm),
  terms: z.object({
    giveawayId: id,
    title: z.string(),
    prizeType: z.enum(prizeTypes),
    prizeAmount: amount,
    winnerCount: amount,
    startDate: timestamp,
    endDate: timestamp,
  }),
  commitment: z.string(),
  seed: z.string(),
  entrants: z.array(z.string()),
  entrantsHash: z.string(),
  winners: z.array(z.string()),
});

/** The most entries that a record includes. */
export const maxListed = 500;

/** The record, and who the winners are; repeating the draw doesn't need that. */
export const publishedDraw = drawRecord.extend({
  /** Missing above 500 entries. `GET /giveaways/{id}/draw/entrants` then has them as a file. */
  entrants: z.array(z.string()).optional(),
  entrantCount: amount,
  /** In the same order as `winners`. */
  winnerPlayers: z.array(publicPlayer),
});
export type PublishedDraw = z.infer<typeof publishedDraw>;

const params = z.object({ id });

export const giveawaysApi = {
  mine: endpoint({
    method: 'GET',
    path: '/giveaways/mine',
    access: 'signed-in',
    summary: 'List giveaways with your entry',
    data: z.array(giveaway),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/giveaways/:id/enter',
    access: 'signed-in',
    idempotent: true,
    summary: 'Enter a giveaway',
    params,
    data: giveaway,
    refusals: [
      'not_found',
      'giveaway_closed',
      'giveaway_needs_verified_email',
      'giveaway_not_for_administrators',
    ],
  }),
  draw: endpoint({
    method: 'GET',
    path: '/giveaways/:id/draw',
    access: 'public',
    summary: 'Get the published draw of a giveaway',
    params,
    data: publishedDraw,
    refusals: ['not_found', 'giveaway_not_drawn'],
  }),
  entrants: endpoint({
    method: 'GET',
    path: '/giveaways/:id/draw/entrants',
    access: 'public',
    summary: 'Download the entries of a draw',
    params,
    file: 'text/plain; charset=utf-8',
    data: z.custom<Blob>(),
    refusals: ['not_found', 'giveaway_not_drawn'],
  }),
};
