// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../challenges.ts';
import { gameOf } from './games.ts';
import { modes } from './pubg.ts';

/** The game of a challenge, with its mode. Apart from the terms: public pages load it. */
export function gameLine({ game, terms }: Pick<Challenge, 'game' | 'terms'>): string {
  const { name } = gameOf({ game });
  return terms ? `${name} · ${modes[terms.mode].label}` : name;
}
