// SPDX-License-Identifier: Apache-2.0

import type { Reading } from '../challenges.ts';
import type { RecordsVerdict } from '../verdict-records-terms.ts';
import type { Verdict, VerdictInput } from '../verdict-terms.ts';
import { judgeTotals } from '../verdict-totals.ts';
import type { GameId } from './game.ts';
import { games } from './games.ts';
import { judgeMatchRecords } from './pubg/judge.ts';

/** What each game's judge decides, with its own workings. */
export interface Verdicts {
  fortnite: Verdict;
  pubg: RecordsVerdict;
}
export type AnyVerdict = Verdicts[GameId];

type Only<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;

/** An attempt has readings of its own game alone. */
function only<Kind extends Reading['kind']>(reading: Reading, ...kinds: readonly Kind[]): Only<Kind> {
  if ((kinds as readonly string[]).includes(reading.kind)) return reading as Only<Kind>;
  throw new Error(`A reading of another game: ${reading.kind}`);
}

/** How the results of each game are judged. */
export const judges: { [Id in GameId]: (input: VerdictInput) => Verdicts[Id] } = {
  fortnite: ({ initial, readings, ...input }) =>
    judgeTotals(
      {
        ...input,
        initial: only(initial, 'stats'),
        readings: readings.map((reading) => only(reading, 'stats', 'private', 'fault')),
      },
      games.fortnite.places,
    ),
  pubg({ initial, readings, terms, ...input }) {
    if (!terms) throw new Error('An attempt at records of matches has no terms');
    return judgeMatchRecords({
      ...input,
      terms,
      initial: only(initial, 'matches'),
      readings: readings.map((reading) => only(reading, 'matches', 'fault')),
    });
  },
};
