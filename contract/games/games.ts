// SPDX-License-Identifier: Apache-2.0

import { fortnite } from './fortnite.ts';
import { pubg } from './pubg.ts';
import type { GameShape } from './shape.ts';

export const games = { fortnite, pubg } as const satisfies Record<string, GameShape>;
type Id = keyof typeof games;
export const gameIds = Object.keys(games) as Id[];

/** The game of an installation that chose none. */
export const theGame = fortnite;

/** The game of a challenge or an attempt. A process of an earlier release, which knew one game, names none. */
export const gameOf = ({ game = theGame.id }: { game?: Id | undefined }) => games[game];

/** The first line of every page that greets somebody: the game, what to do, what it brings. */
export const promise = `Win at ${theGame.name}. Earn coins for gift cards.`;
