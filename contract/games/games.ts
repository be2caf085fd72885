// SPDX-License-Identifier: Apache-2.0

import { fortnite } from './fortnite.ts';

/** The game that challenges are played in. */
export const theGame = fortnite;

/** The first line of every page that greets somebody: the game, what to do, what it brings. */
export const promise = `Win at ${theGame.name}. Earn coins for gift cards.`;
