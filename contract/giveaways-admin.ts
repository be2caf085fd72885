// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { isUndo, loadedFields } from './edits.ts';
import { amount, endpoint, id, lineOfText, timestamp } from './endpoint.ts';
import { giveaway, giveawayFields, prizeTypes } from './giveaways.ts';
import { pageNumber, rowsOfPage } from './paging.ts';
import { asNumber, ifMissing, outside, wholeNumber } from './sent-numbers.ts';
import { wordSearch } from './word-search.ts';

/** The fields of a giveaway that an administrator writes (product specification, section 5). */
export const giveawayInput = z.object({
  title: z
    .string(ifMissing('Title is required'))
    .trim()
    .min(1, 'Title is required')
    .max(120)
    .regex(lineOfText),
  prizeType: z.enum(prizeTypes, outside('Prize type', prizeTypes.join(' or '))),
  /** Per winner. */
  prizeAmount: wholeNumber('Prize amount', 1, 1_000_000, 'Prize amount is required'),
  startDate: z.iso.datetime(ifMissing('Start date is required')),
  endDate: z.iso.datetime(ifMissing('End date is required')),
  winnerCount: wholeNumber('Winner count', 1, 1_000, 'Winner count is required'),
  isActive: z.boolean().default(true),
});
export type GiveawayInput = z.output<typeof giveawayInput>;

const participant = z.object({
  playerId: id,
  name: z.string(),
  handle: z.string(),
  enteredAt: timestamp,
  hasWon: z.boolean(),
});

/** How many participants each giveaway in a list includes. `GET /giveaways/{id}/participants` lists all. */
export const participantsListed = 200;

/** A giveaway as administrators see it. */
export const adminGiveaway = z.object({
  ...giveawayFields,
  /** Winners first, then the newest. */
  participants: z.array(participant).max(participantsListed),
  participantCount: amount,
  /** Payment progress; null before the draw, and for old giveaways whose draw paid the winners itself. */
  prizes: z
    .object({
      due: amount,
      paid: amount,
      /** Prizes of accounts deleted before their turn. */
      leftOut: amount,
      isFinished: z.boolean(),
    })
    .nullable(),
  createdAt: timestamp,
});
export type AdminGiveaway = z.infer<typeof adminGiveaway>;

const params = z.object({ id });
const adminQuery = z.object({
  /** Matches anywhere in the title. */
  search: z.string().trim().max(100).regex(lineOfText).optional(),
  page: pageNumber,
  pageSize: rowsOfPage,
});

export const giveawaysAdminApi = {
  /** The specification has one address for players and administrators; our screens use `mine` or `listAll`. */
  list: endpoint({
    method: 'GET',
    path: '/giveaways',
    access: 'signed-in',
    summary: 'List giveaways for the caller',
    query: adminQuery,
    isList: true,
    data: z.object({ list: z.array(z.union([adminGiveaway, giveaway])), total: amount }),
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/giveaways/all',
    access: 'giveaways:read',
    summary: 'List all giveaways with participants',
    query: adminQuery,
    isList: true,
    data: z.object({ list: z.array(adminGiveaway), total: amount }),
  }),
  participants: endpoint({
    method: 'GET',
    path: '/giveaways/:id/participants',
    access: 'giveaways:read',
    summary: 'Search the participants of a giveaway',
    params,
    query: z.object({
      /** Matches the same fields as the search for users. */
      search: wordSearch.optional(),
      page: pageNumber,
      pageSize: asNumber(z.int().min(1).max(100)).default(25),
    }),
    isList: true,
    data: z.object({ list: z.array(participant), total: amount }),
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/giveaways/create',
    access: 'giveaways:write',
    idempotent: true,
    summary: 'Create a giveaway',
    message: 'Created successfully',
    body: giveawayInput,
    data: adminGiveaway,
    refusals: ['giveaway_invalid', 'not_found', 'waits_for_approval'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/giveaways/update/:id',
    access: 'giveaways:write',
    idempotent: true,
    summary: 'Change a giveaway',
    message: 'Updated successfully',
    params,
    body: giveawayInput.extend({ loaded: loadedFields, isUndo }),
    data: adminGiveaway,
    refusals: ['not_found', 'changed_meanwhile', 'giveaway_invalid', 'giveaway_frozen', 'waits_for_approval'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/giveaways/delete/:id',
    access: 'giveaways:write',
    idempotent: true,
    summary: 'Delete a giveaway without entries',
    message: 'Deleted successfully',
    params,
    refusals: ['not_found', 'giveaway_frozen'],
  }),
};
