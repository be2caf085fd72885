// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { askedKinds } from './asked-kinds.ts';

const conditions = { challengeType: 'TOP10_5KILL_SOLO', requiredPlacement: 10, requiredKills: 5 };
const squad = { mode: 'squad', countsBots: false } as const;
const withBots = { ...squad, countsBots: true };

function makeMatch(attemptId: string, kills: number, terms: typeof squad | typeof withBots) {
  return { attemptId, endedAt: '2026-11-20T18:00:00.000Z', place: 10 as const, kills, terms };
}

it('counts for each challenge entered before only matches under its own terms', () => {
  const sums = {
    ...{ entries: 1, finished: 1, won: 0, cancelled: 0, matches: 1, kills: 0, firstPlaces: 0, top10: 1 },
    ...{ coinsIn: 0, coinsOut: 0 },
  };
  const kinds = [squad, withBots].map((terms) => ({ ...sums, ...conditions, terms }));
  const matches = [makeMatch('a', 6, withBots), makeMatch('b', 7, withBots), makeMatch('c', 2, squad)];
  expect(
    askedKinds({ matches, kinds }, [], 'pubg').map(({ terms, met, matches: under }) => [
      terms,
      met,
      under.length,
    ]),
  ).toEqual([
    [withBots, 2, 2],
    [squad, 0, 1],
  ]);
});
