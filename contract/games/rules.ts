// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from '../challenges.ts';
import type { RecordsVerdict } from '../verdict-records-terms.ts';
import type { Verdict, VerdictInput } from '../verdict-terms.ts';
import { judgeTotals } from '../verdict-totals.ts';
import { rules as fortnite } from './fortnite/rules.ts';
import type { GameId } from './game.ts';
import type { GameRules, RecordRules } from './game-rules.ts';
import { gameOf, games } from './games.ts';
import { only } from './only-readings.ts';
import { rules as pubg } from './pubg/rules.ts';
import type { AttemptStats } from './schemas.ts';

type Proof<Id extends GameId> = (typeof games)[Id]['proof'];

/** Apart from the games' words, which every page loads. */
export const gameRules: {
  [Id in GameId]: Proof<Id> extends 'matches with an id' ? RecordRules : GameRules;
} = { fortnite, pubg };

/** Optional facts of some games, for callers with any game. */
export const rulesOf = (game: GameId): GameRules => gameRules[game];

/** The verdict of each game's judge, with its workings. */
export type Verdicts = {
  [Id in GameId]: Proof<Id> extends 'matches with an id' ? RecordsVerdict : Verdict;
};
export type AnyVerdict = Verdicts[GameId];

/** Decides by the places that totals prove, or as the game judges its records. */
export function judge(input: VerdictInput): AnyVerdict {
  const game = games[input.game];
  if (game.proof === 'matches with an id') return gameRules[game.id].judge(input);
  const { initial, readings, ...rest } = input;
  return judgeTotals(
    {
      ...rest,
      initial: only(initial, 'stats'),
      readings: readings.map((reading) => only(reading, 'stats', 'private', 'fault')),
    },
    game.places,
  );
}

/** The stats of the match that counts; null if totals show them, or if no match counts yet. */
export function toMatchStats(
  { game, readings, terms }: Pick<VerdictInput, 'game' | 'readings' | 'terms'>,
  { workings }: AnyVerdict,
): AttemptStats | null {
  const { id, proof } = games[game];
  if (proof === 'totals that grow' || !('match' in workings) || workings.match === null || !terms)
    return null;
  return gameRules[id].toAttemptStats(readings, workings.match, terms);
}

/** The lines that the game adds to the terms of a challenge. */
export function termLines(challenge: Pick<Challenge, 'game' | 'terms'>): readonly string[] {
  return gameRules[gameOf(challenge).id].describeTerms(challenge.terms);
}
