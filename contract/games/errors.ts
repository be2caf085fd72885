// SPDX-License-Identifier: Apache-2.0

import { errors as fortnite } from './fortnite/errors.ts';
import type { GameId } from './game.ts';
import { errors as pubg } from './pubg/errors.ts';

/** Refusals about game accounts. */
export const gameErrors = { ...fortnite, ...pubg };

/** Why an account cannot enter, or be bound. */
export type AccountFault = 'active' | 'banned' | 'differs' | 'taken' | 'unknown';

/** The refusal that says it in the words of its game. No account of the first game is shown as banned. */
export const accountRefusals = {
  fortnite: {
    active: 'epic_account_active',
    banned: 'epic_id_unknown',
    differs: 'epic_account_differs',
    taken: 'epic_account_taken',
    unknown: 'epic_id_unknown',
  },
  pubg: {
    active: 'pubg_account_active',
    banned: 'pubg_account_banned',
    differs: 'pubg_name_differs',
    taken: 'pubg_account_taken',
    unknown: 'pubg_name_unknown',
  },
} as const satisfies Record<GameId, Record<AccountFault, keyof typeof gameErrors>>;

/** Of a look-up of an account, of a check whether it is a player's, and of an entry with it. */
export const lookUpRefusals = ['epic_id_unknown', 'pubg_name_unknown', 'pubg_account_banned'] as const;
export const checkRefusals = [
  ...lookUpRefusals,
  'epic_account_taken',
  'epic_account_differs',
  'pubg_account_taken',
  'pubg_name_differs',
] as const;
export const entryRefusals = ['epic_account_active', 'pubg_account_active', ...checkRefusals] as const;
