// SPDX-License-Identifier: Apache-2.0

import type { ErrorCode } from '../../../contract/errors.ts';
import { type AccountFault, accountRefusal } from '../../../contract/games/errors.ts';
import type { Game } from '../../../contract/games/game.ts';
import { theGame } from '../../../contract/games/games.ts';

/** The one thing to do after a refusal. */
export type NextStep =
  | { kind: 'link'; to: string; label: string }
  /** Write to support; without a support address, do `otherwise`. */
  | { kind: 'support'; otherwise: string }
  | { kind: 'try-again' }
  /** Back to the variants, which show the current offers. */
  | { kind: 'choose-again'; label: string }
  /** Out of the dialog, to the challenges behind it. */
  | { kind: 'leave'; label: string }
  | { kind: 'use-account'; epicId: string }
  | { kind: 'show'; picture: 'account' | 'public-stats'; label: string };

type OfGame = Pick<Game, 'id' | 'account'>;

export interface RefusalText {
  title: string;
  next: NextStep;
}

const pastChallenges = { kind: 'link', to: '/past-challenges', label: 'Check Past Challenges' } as const;

const limits = (label: string) => ({ kind: 'link', to: '/profile?tab=settings#limits', label }) as const;

/** Of every game. */
const texts: Partial<Record<ErrorCode, RefusalText>> = {
  insufficient_coins: {
    title: 'Not enough coins',
    next: { kind: 'link', to: '/trade-coins?for=challenge', label: 'Buy Coins Now' },
  },
  challenge_inactive: {
    title: 'Challenge closed',
    next: { kind: 'leave', label: 'Choose another challenge' },
  },
  game_closed: { title: 'This game is closed for now', next: { kind: 'leave', label: 'See what’s open' } },
  challenge_by_you: {
    title: 'Your own challenge',
    next: { kind: 'leave', label: 'Choose another challenge' },
  },
  variant_not_found: {
    title: 'No longer available',
    next: { kind: 'choose-again', label: 'Choose another variant' },
  },
  entry_fee_changed: {
    title: 'The entry fee changed',
    next: { kind: 'choose-again', label: 'See the new fee' },
  },
  play_statement_missing: { title: 'Age and region first', next: limits('Add age and region') },
  play_paused: { title: 'You paused playing', next: limits('See your pause') },
  spending_limit_reached: { title: 'This is over your limit', next: limits('See your limits') },
  terms_not_accepted: { title: 'Accept the terms first', next: limits('Read and accept') },
  play_too_young: { title: 'Not open at your age', next: limits('See what you stated') },
  play_region_closed: { title: 'Not open where you live', next: limits('See what you stated') },
  play_rules_missing: { title: 'Not open yet', next: { kind: 'try-again' } },
  practice_not_offered: {
    title: 'Practice is over',
    next: { kind: 'link', to: '/home#challenges', label: 'Choose a challenge' },
  },
  attempt_active: { title: 'One challenge at a time', next: pastChallenges },
  stats_private: {
    title: 'Your stats are private',
    next: { kind: 'show', picture: 'public-stats', label: 'Show me where to click' },
  },
  stats_unavailable: { title: 'Game stats unavailable', next: { kind: 'try-again' } },
  entries_paused: { title: 'No more entries today', next: { kind: 'try-again' } },
  readings_busy: { title: 'Too busy right now', next: { kind: 'try-again' } },
  too_many_requests: { title: 'Too many tries', next: { kind: 'try-again' } },
  unavailable: { title: 'Too busy right now', next: { kind: 'try-again' } },
};

/** Those about the account of a game. */
function accountTexts({ id, account: { label, name } }: OfGame): typeof texts {
  const codeOf = (fault: AccountFault) => accountRefusal(fault, id);
  return {
    [codeOf('active')]: { title: `This ${name} is already playing`, next: pastChallenges },
    [codeOf('banned')]: {
      title: `This ${name} is banned`,
      next: { kind: 'leave', label: 'Choose another challenge' },
    },
    [codeOf('unknown')]: {
      title: `${label} not found`,
      next: { kind: 'show', picture: 'account', label: `Show me where to find my ${label}` },
    },
    [codeOf('taken')]: {
      title: `This ${name} is taken`,
      next: { kind: 'support', otherwise: `Use your own ${label}.` },
    },
    [codeOf('differs')]: {
      title: `A different ${name}`,
      next: { kind: 'support', otherwise: `Use the ${label} from your earlier challenges.` },
    },
  };
}

/** The title of a refused entry or check, and what to do next; undefined for an unexpected refusal. */
export function refusalText(
  code: ErrorCode | undefined,
  data: Record<string, unknown> = {},
  game: OfGame = theGame,
): RefusalText | undefined {
  const text = code && (texts[code] ?? accountTexts(game)[code]);
  if (code !== accountRefusal('differs', game.id) || !text || typeof data.bound !== 'string') return text;
  return { ...text, next: { kind: 'use-account', epicId: data.bound } };
}
