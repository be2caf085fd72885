// SPDX-License-Identifier: Apache-2.0

import type { GameId } from './game.ts';
import { games, theGame } from './games.ts';
import { greetingOf } from './greeting.ts';

/** The first of visitors' questions, about the games that can be played. */
export const firstQuestion = (ids: readonly GameId[]) =>
  ids.length < 2
    ? {
        question: 'Which game is it?',
        answer: `${theGame.match.many} of ${theGame.name}, on any device. You need an ${theGame.account.name} with public stats. If they aren’t public, we tell you before you pay.`,
      }
    : {
        question: 'Which games are there?',
        answer: `${ids.map((id) => `${games[id].match.many} of ${games[id].name}`).join(', and ')}. You need your own account of the game, with public stats if it can hide them. If we can’t read them, we tell you before you pay.`,
      };

/** The sentences in the heads of built pages, which know one game, each with the one that is said of these games. */
export function headChanges(ids: readonly GameId[]): [built: string, said: string][] {
  const sentences = (of: readonly GameId[]) => [
    ...Object.values(greetingOf(of)),
    ...Object.values(firstQuestion(of)),
  ];
  const said = sentences(ids);
  return sentences([]).map((built, place) => [built, said[place] ?? built]);
}
