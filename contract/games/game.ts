// SPDX-License-Identifier: Apache-2.0

/** The games that challenges can be played in. */
export type GameId = 'fortnite';

/** A game as screens, terms and previews name it. Pure words, so that public pages may load them. */
export interface Game {
  id: GameId;
  name: string;
}
