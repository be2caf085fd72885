// SPDX-License-Identifier: Apache-2.0

import type { GameId } from './game.ts';
import { games, howItGoes, promise, theGame } from './games.ts';

/** The name of the game that can be played, or of each: "Fortnite or PUBG". */
export const namesOf = (ids: readonly GameId[]) =>
  ids.length < 2 ? theGame.name : ids.map((id) => games[id].name).join(' or ');

/** "Solo match", or "match" where several games can be played. */
export const matchWord = (ids: readonly GameId[]) => (ids.length < 2 ? theGame.match.one : 'match');

/** The promise and the sentence after it, with every game that can be played. */
export const greetingOf = (ids: readonly GameId[]) => ({
  promise: promise.replace(theGame.name, namesOf(ids)),
  howItGoes: howItGoes.replace(theGame.match.one, matchWord(ids)),
});
