// SPDX-License-Identifier: Apache-2.0

import { games, promise, theGame } from '../../contract/games/games.ts';
import { useGames } from '../lib/settings.ts';
import { howItGoes } from './page-meta.ts';

/** The promise and the sentence after it, with every game that can be played. */
export function useGreeting(): { promise: string; howItGoes: string } {
  const offered = useGames();
  if (offered.length < 2) return { promise, howItGoes };
  const names = offered.map((game) => games[game].name).join(' or ');
  return {
    promise: promise.replace(theGame.name, names),
    howItGoes: howItGoes.replace(theGame.match.one, 'match'),
  };
}
