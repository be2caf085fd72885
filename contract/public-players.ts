// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, timestamp } from './endpoint.ts';

/**
 * The drawn avatars (art/avatars.ts, web/ui/avatars). Add new ones at the end. Removing or reordering them would change
 * the avatars of players who never chose one.
 */
export const avatars = [
  'fox',
  'owl',
  'wolf',
  'raven',
  'stag',
  'bear',
  'hare',
  'lynx',
  'ram',
  'bat',
  'boar',
  'viper',
  'robot',
  'knight',
  'ghost',
  'pilot',
] as const;
export type AvatarName = (typeof avatars)[number];

/** A player as others see them, without anything from Google or Discord (docs/rules/handles.md, 1). */
export const publicPlayer = z.object({
  handle: z.string(),
  /** Null if the account was deleted. */
  avatar: z.enum(avatars).nullable(),
});
export type PublicPlayer = z.infer<typeof publicPlayer>;

/** The name shown for deleted accounts. No player can have it, since handles contain no spaces. */
export const formerPlayer: PublicPlayer = { handle: 'Former player', avatar: null };

export const handleLength = { min: 3, max: 20 };

/** A handle that a player may type. The server checks whether it is available and acceptable. */
export const chosenHandle = z
  .string('Pick a gamertag')
  .trim()
  .min(handleLength.min, `A gamertag has at least ${handleLength.min} characters`)
  .max(handleLength.max, `A gamertag has at most ${handleLength.max} characters`)
  .regex(/^[A-Za-z0-9_-]*$/, 'Use only letters from A to Z, digits, - and _')
  .regex(
    /^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$/,
    'Start and end with a letter or digit, and don’t put - or _ next to each other',
  )
  .regex(/(?:[A-Za-z0-9][_-]?){3}/, 'Use at least 3 letters or digits');

export const publicPlayersApi = {
  checkHandle: endpoint({
    method: 'GET',
    path: '/auth/handle/check',
    access: 'signed-in',
    summary: 'Check whether a handle is free',
    query: z.object({ handle: chosenHandle }),
    /** `why` is the refusal's message. */
    data: z.object({ isAvailable: z.boolean(), why: z.string().nullable() }),
  }),
  changeHandle: endpoint({
    method: 'PUT',
    path: '/auth/handle',
    access: 'signed-in',
    summary: 'Change your handle',
    message: 'Gamertag saved',
    body: z.object({ handle: chosenHandle }),
    data: z.object({ handle: z.string(), handleChangeFrom: timestamp.nullable() }),
    refusals: ['handle_taken', 'handle_not_allowed', 'handle_changed_recently'],
  }),
  chooseAvatar: endpoint({
    method: 'PUT',
    path: '/auth/avatar',
    access: 'signed-in',
    summary: 'Choose your avatar',
    message: 'Avatar saved',
    body: z.object({ avatar: z.enum(avatars) }),
    data: z.object({ avatar: z.enum(avatars) }),
  }),
};
