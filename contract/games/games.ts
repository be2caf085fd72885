// SPDX-License-Identifier: Apache-2.0

import { fortnite } from './fortnite.ts';
import { pubg } from './pubg.ts';
import type { GameShape } from './shape.ts';

export const games = { fortnite, pubg } as const satisfies Record<string, GameShape>;
type Id = keyof typeof games;
export const gameIds = Object.keys(games) as Id[];

/** The game of installations that chose none. */
export const theGame = fortnite;

/** The game of a challenge or an attempt. Earlier releases knew only one game, so their processes don't name it. */
export const gameOf = ({ game = theGame.id }: { game?: Id | undefined }) => games[game];

/** The first line of every landing page: the game, the task, the reward. */
export const promise = `Win at ${theGame.name}. Earn coins for gift cards.`;

/** The sentence after the promise on welcome pages. */
export const howItGoes = `Pick a challenge, play one ${theGame.match.one}, and your public stats decide. The coins you win buy gift cards.`;
