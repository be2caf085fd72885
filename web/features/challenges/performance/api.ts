// SPDX-License-Identifier: Apache-2.0

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Challenge } from '../../../../contract/challenges.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { gameOf, theGame } from '../../../../contract/games/games.ts';
import { type PlayedMatch, performanceApi, playedUnder } from '../../../../contract/performance.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/query.ts';

/** The profile's default. Other screens ask for the same number of days, so that they share its cached answer. */
export const usualDays = 84;

/**
 * The player's own performance over `days` days, of all games or of one. Below the attempts' key, so that each result
 * refreshes it.
 */
export function performanceQuery(days: number, game?: GameId) {
  return queryOptions({
    queryKey: [...keys.attempts, 'performance', days, game ?? 'all'],
    queryFn: ({ signal }) => call(performanceApi.read, { query: { days, game } }, { signal, quiet: true }),
    // Never another game's figures.
    placeholderData: (previous, query) => (query?.queryKey.at(-1) === (game ?? 'all') ? previous : undefined),
  });
}

/** The player's newest matches that say how likely they are to win a challenge: of its game, under its terms. */
export function usePlayedMatches({ game, terms }: Pick<Challenge, 'game' | 'terms'>): readonly PlayedMatch[] {
  const { id } = gameOf({ game });
  const all = useQuery(performanceQuery(usualDays)).data;
  const hasOwn = all?.games?.includes(id) ?? false;
  const own = useQuery({ ...performanceQuery(usualDays, id), enabled: hasOwn }).data;
  const matches = hasOwn ? own?.matches : id === theGame.id ? all?.matches : undefined;
  return playedUnder(matches ?? [], terms);
}
