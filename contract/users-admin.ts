// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { accountProof, boundAccount, gameAccount } from './account-proof.ts';
import { attempt, epicId } from './challenges.ts';
import { loadedFields } from './edits.ts';
import { amount, endpoint, id, lineOfText, linesOfText, maxCoins, timestamp } from './endpoint.ts';
import { lookUpRefusals } from './games/errors.ts';
import { gameIds } from './games/games.ts';
import { typedAddress } from './mail-address.ts';
import { session } from './own-account.ts';
import { pageNumber, rowsOfPage } from './paging.ts';
import { payment, purchase } from './user-histories-admin.ts';
import { wordSearch } from './word-search.ts';

/** A row of the table of users (product specification, section 2.15). */
export const user = z.object({
  _id: id,
  googleId: z.string().nullable(),
  name: z.string(),
  /** The name that other players see. */
  handle: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  /** May be below zero after a claw-back. */
  gamerCoins: z.int(),
  role: z.string(),
  isVerified: z.boolean(),
  /** How many were bought; 1,000 means as many or more. */
  giftCards: amount,
  wins: amount,
  loss: amount,
  createdAt: timestamp,
  suspendedAt: timestamp.nullable(),
});
export type User = z.infer<typeof user>;

/** Columns that the table can be sorted by on the server. */
export const userSorts = ['createdAt', 'name', 'email', 'role'] as const;

/** Counts for one user stop at this number, which then means this many or more. */
export const countedOfUser = 1_000;

/** The maximum length of names from a sign-in. An emoji, or a letter in another style, counts as one. */
export const maxNameLength = 60;

const line = (most: number) => z.string().trim().max(most).regex(lineOfText);
const reason = line(500);
const balance = z
  .int()
  .min(-maxCoins, 'Use at least -1,000,000,000,000 GC')
  .max(maxCoins, 'Use at most 1,000,000,000,000 GC');

/** The fields of the user form (product specification, section 7.3). Omitted fields stay unchanged. */
export const userChange = z.object({
  _id: id.optional(),
  /** Read-only: accepted but ignored. */
  googleId: z.string().nullish(),
  name: line(2 * maxNameLength)
    .min(1, 'Name is required')
    .refine((text) => [...text].length <= maxNameLength, `Use at most ${maxNameLength} characters.`)
    .optional(),
  email: typedAddress.optional(),
  gamerCoins: balance.optional(),
  /** The balance that the form showed. If it has changed since, nothing is saved. */
  gamerCoinsLoaded: balance.optional(),
  role: line(40).min(1).optional(),
  isVerified: z.boolean().optional(),
  reason: reason.optional(),
  loaded: loadedFields,
});
export type UserChange = z.output<typeof userChange>;

export const userNote = z.object({
  _id: id,
  author: z.string(),
  note: z.string(),
  createdAt: timestamp,
});
export type UserNote = z.infer<typeof userNote>;

/** Everything about one user, for support and decisions. Lists contain the newest entries of each kind. */
export const userDetail = z.object({
  user: user.extend({
    discordUserId: z.string().nullable(),
    epicId: z.string().nullable(),
    /** Proof that the game account belongs to the user; null if there is none. */
    epicProof: accountProof.nullable(),
    /** Those bound in each game. */
    gameAccounts: z.array(gameAccount),
    referralCode: z.string(),
    xp: z.int(),
    referralTokens: z.int(),
    hasSecondFactor: z.boolean(),
  }),
  attempts: z.array(attempt),
  purchases: z.array(purchase),
  payments: z.array(payment),
  /** The totals of each kind; 1,000 means as many or more. */
  totals: z.object({ attempts: amount, purchases: amount, payments: amount }),
  sessions: z.array(session.omit({ isCurrent: true })),
  notes: z.array(userNote),
});
export type UserDetail = z.infer<typeof userDetail>;

const params = z.object({ id });
/** Whose account it is. The one there is, if none is named. */
const game = z.enum(gameIds).optional();
const withReason = z.object({ reason: reason.default('') });
const hierarchy = ['not_found', 'forbidden', 'user_outranks_you', 'own_account'] as const;
const base = '/super-admin';

/** The fields for binding another game account, or none. */
export const gameAccountInput = z.object({
  game,
  /** Null removes the current one. The next entry binds one again. */
  epicId: epicId.nullable(),
  reason: reason.min(1, 'Reason is required'),
  /** True to take it from the player who has it. */
  takeFromOther: z.boolean().default(false),
});

const note = z.string().trim().min(1, 'Write a note first').max(2000).regex(linesOfText);
export const noteInput = z.object({ note });

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: `${base}/get-all-users`,
    access: 'users:read',
    summary: 'Search users',
    query: z.object({
      /**
       * Matches anywhere in name, handle (including those of the last year), email, role, game account, Discord id or
       * referral code. Ignores case.
       */
      search: wordSearch.optional(),
      role: line(40).optional(),
      isSuspended: z.enum(['true', 'false']).optional(),
      sort: z.enum(userSorts).default('createdAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
      page: pageNumber,
      pageSize: rowsOfPage,
    }),
    isList: true,
    data: z.object({ list: z.array(user), total: amount, isEstimate: z.boolean() }),
  }),
  detail: endpoint({
    method: 'GET',
    path: `${base}/users/:id`,
    access: 'users:read',
    summary: 'Get one user',
    params,
    data: userDetail,
    refusals: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/update-user/:id`,
    access: 'users:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Change a user',
    message: 'User updated successfully',
    params,
    body: userChange,
    data: user,
    refusals: [
      'not_found',
      'changed_meanwhile',
      'user_outranks_you',
      'forbidden',
      'coins_changed',
      'coins_below_zero',
      'own_coins',
      'own_role',
      'role_unknown',
      'role_beyond_yours',
      'last_super_admin',
      'idempotency_key_reused',
      'waits_for_approval',
    ],
  }),
  setGameAccount: endpoint({
    method: 'PUT',
    path: `${base}/users/:id/epic-account`,
    access: 'users:write',
    isIrreversible: true,
    summary: 'Change a user’s game account',
    params,
    body: gameAccountInput,
    data: z.object({
      epicId: z.string().nullable(),
      /** The players who lost the game account. */
      takenFrom: z.array(z.object({ _id: id, name: z.string() })),
    }),
    refusals: [
      ...hierarchy,
      ...lookUpRefusals,
      'stats_private',
      'stats_unavailable',
      'epic_account_in_play',
      'epic_account_of_other',
    ],
  }),
  setAccountProof: endpoint({
    method: 'PUT',
    path: `${base}/users/:id/epic-proof`,
    access: 'users:write',
    isIrreversible: true,
    summary: 'Mark a game account as proven',
    message: 'Updated successfully',
    params,
    body: z.object({ game, isProven: z.boolean(), reason: reason.min(1, 'Reason is required') }),
    data: boundAccount,
    refusals: [...hierarchy, 'epic_account_unprovable'],
  }),
  resetHandle: endpoint({
    method: 'POST',
    path: `${base}/users/:id/reset-handle`,
    access: 'users:write',
    idempotent: true,
    summary: 'Reset a user’s handle',
    message: 'Handle reset',
    params,
    body: z.object({
      /** The handle to remove, as shown to the administrator. */
      handle: line(20).min(1),
      reason: reason.min(1, 'Reason is required'),
    }),
    data: z.object({ handle: z.string() }),
    refusals: [...hierarchy, 'changed_meanwhile', 'idempotency_key_reused'],
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: `${base}/users/:id/remove-second-factor`,
    access: 'users:write',
    isIrreversible: true,
    summary: 'Remove a user’s second factor',
    message: 'Second factor removed',
    params,
    body: z.object({ reason: reason.min(1, 'Reason is required') }),
    data: z.object({ ended: amount }),
    refusals: [...hierarchy, 'second_factor_missing'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/delete-user/:id`,
    access: 'users:delete',
    isIrreversible: true,
    summary: 'Delete a user’s account',
    message: 'User deleted successfully',
    params,
    query: z.object({ reason: reason.default('') }),
    /** `forfeitedGC`: the coins lost with the account at `eraseAt`. Until then the player can undo the deletion. */
    data: z.object({ deletedAt: timestamp, eraseAt: timestamp, forfeitedGC: amount }),
    refusals: [...hierarchy, 'user_not_deletable', 'last_super_admin'],
  }),
  suspend: endpoint({
    method: 'POST',
    path: `${base}/users/:id/suspend`,
    access: 'users:write',
    summary: 'Suspend a user',
    params,
    body: withReason,
    data: user,
    refusals: [...hierarchy, 'last_super_admin'],
  }),
  unsuspend: endpoint({
    method: 'POST',
    path: `${base}/users/:id/unsuspend`,
    access: 'users:write',
    summary: 'Let a suspended user in again',
    params,
    body: withReason,
    data: user,
    refusals: hierarchy,
  }),
  signOut: endpoint({
    method: 'POST',
    path: `${base}/users/:id/sign-out`,
    access: 'users:write',
    summary: 'End all sessions of a user',
    params,
    body: withReason,
    data: z.object({ ended: amount }),
    refusals: hierarchy,
  }),
  addNote: endpoint({
    method: 'POST',
    path: `${base}/users/:id/notes`,
    access: 'users:write',
    idempotent: true,
    summary: 'Add a note about a user',
    params,
    body: noteInput,
    data: userNote,
    refusals: ['not_found', 'idempotency_key_reused'],
  }),
};
