// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../challenges.ts';
import type { GameId } from './game.ts';
import { tellTerms } from './pubg/terms.ts';
import { modes } from './pubg.ts';
import type { GameTerms } from './schemas.ts';

/** Of the game that asks for place and kills alone. Apart from the games: every page loads those. */
const withoutTerms = ['Only Solo matches count, and only the first one after entry.'];

/** What a new challenge asks for besides place and kills; undefined of a game that knows nothing else. */
export function firstTerms(game: GameId): GameTerms | undefined {
  return game === 'pubg' ? { mode: 'solo', countsBots: false } : undefined;
}

/** The modes that a challenge can be played in, for a form. */
export const modeChoices = Object.entries(modes).map(([mode, { label }]) => ({
  mode: mode as GameTerms['mode'],
  label,
}));

/** What the game adds to the terms of a challenge. */
export function termLines({ terms }: Pick<Challenge, 'terms'>): readonly string[] {
  return terms ? tellTerms(terms) : withoutTerms;
}
