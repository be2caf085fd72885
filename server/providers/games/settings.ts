// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import type { StatsAccess, StatsByGame, StatsKey } from './source.ts';

/** The settings that say where the statistics of each game are read, and by which keys. */
interface StatsSettings {
  GAME_STATS_BASE_URL: string;
  GAME_STATS_API_KEY?: readonly StatsKey[] | undefined;
  PUBG_BASE_URL: string;
  PUBG_API_KEY?: string | undefined;
}

export const statsBaseUrls = ['GAME_STATS_BASE_URL', 'PUBG_BASE_URL'] as const;

/** What each provider grants a key unless it says otherwise, in requests per second. */
export const grantedRates: Readonly<Record<GameId, number>> = { fortnite: 3, pubg: 10 / 60 };

/** The games whose real statistics are read, each by a key of its own. */
export function gamesWithKeys({ GAME_STATS_API_KEY, PUBG_API_KEY }: Partial<StatsSettings>): GameId[] {
  return [...(GAME_STATS_API_KEY ? ['fortnite' as const] : []), ...(PUBG_API_KEY ? ['pubg' as const] : [])];
}

/**
 * The first game is always there, others once they have a key.
 * @param sandboxed games that the sandbox stands in for, without a key
 */
export function toStatsByGame(settings: StatsSettings, sandboxed: readonly GameId[]): StatsByGame {
  const keyOf = (game: GameId, key = ''): StatsKey => ({ key, requestsPerSecond: grantedRates[game] });
  const second: StatsAccess = {
    baseUrl: settings.PUBG_BASE_URL,
    keys: [keyOf('pubg', settings.PUBG_API_KEY)],
  };
  return {
    fortnite: {
      baseUrl: settings.GAME_STATS_BASE_URL,
      keys: settings.GAME_STATS_API_KEY ?? [keyOf('fortnite')],
    },
    ...((settings.PUBG_API_KEY || sandboxed.includes('pubg')) && { pubg: second }),
  };
}
