// SPDX-License-Identifier: Apache-2.0

/** The game that challenges are played in, as screens and previews name it. */
export const gameName = 'Fortnite';

/** The first line of every page that greets somebody: the game, what to do, what it brings. */
export const promise = `Win at ${gameName}. Earn coins for gift cards.`;
