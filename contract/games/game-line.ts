// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../challenges.ts';
import { gameOf } from './games.ts';
import { type Mode, modes } from './pubg.ts';

export const modeName = (mode: Mode) => modes[mode].label;

/** The game of a challenge, with its mode. Apart from the rules: public pages load it. */
export function gameLine({ game, terms }: Pick<Challenge, 'game' | 'terms'>): string {
  const { name } = gameOf({ game });
  return terms ? `${name} · ${modeName(terms.mode)}` : name;
}
