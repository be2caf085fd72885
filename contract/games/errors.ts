// SPDX-License-Identifier: Apache-2.0

import { errors as fortnite } from './fortnite/errors.ts';
import type { Game, GameId } from './game.ts';
import { games, theGame } from './games.ts';

/** Refusals about game accounts: the first game has its own, as the product specification knows them. */
export const gameErrors = {
  ...fortnite,
  game_account_active: {
    status: 409,
    message: 'A challenge is already running for this {account}. No coins were taken. Wait for its result.',
  },
  game_account_banned: {
    status: 422,
    message: '{game} has banned the account "{epicId}". No coins were taken. Enter once the ban is lifted.',
  },
  game_account_differs: {
    status: 409,
    message:
      'Your account is bound to the {account} "{bound}". No coins were taken. Enter with that one, or ask support to change it.',
  },
  game_account_taken: {
    status: 409,
    message: 'This {account} belongs to another player. No coins were taken. If it’s yours, contact support.',
  },
  game_account_unknown: {
    status: 422,
    message: 'We found no {account} called "{epicId}". No coins were taken. Check {spelling}.',
  },
} as const;

/** Why an account can't enter or be bound. */
export type AccountFault = 'active' | 'banned' | 'differs' | 'taken' | 'unknown';

/** No account of the first game is shown as banned. */
const ofFirst = {
  active: 'epic_account_active',
  banned: 'epic_id_unknown',
  differs: 'epic_account_differs',
  taken: 'epic_account_taken',
  unknown: 'epic_id_unknown',
} as const satisfies Record<AccountFault, keyof typeof gameErrors>;

/** The refusal of an account. */
export function accountRefusal(fault: AccountFault, game: GameId): keyof typeof gameErrors {
  return game === theGame.id ? ofFirst[fault] : `game_account_${fault}`;
}

/** What the message of the refusal says of the game; undefined where the message has its words. */
export function accountWords(id: GameId): Record<'game' | 'account' | 'spelling', string> | undefined {
  if (id === theGame.id) return undefined;
  const { name, account }: Game = games[id];
  const spelling = account.platforms ? 'platform, spelling and capitals' : 'the spelling';
  return { game: name, account: account.name, spelling };
}

/** Refusals of looking an account up, of checking whether it belongs to a player, and of entering with it. */
export const lookUpRefusals = ['epic_id_unknown', 'game_account_unknown', 'game_account_banned'] as const;
export const checkRefusals = [
  ...lookUpRefusals,
  'epic_account_taken',
  'epic_account_differs',
  'game_account_taken',
  'game_account_differs',
] as const;
export const entryRefusals = ['epic_account_active', 'game_account_active', ...checkRefusals] as const;
