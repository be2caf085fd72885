// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { gameIds, theGame } from '../../../contract/games/games.ts';
import { publicApi } from '../../../contract/games/pubg/record-address.ts';
import type { StatsByGame, StatsKey } from './source.ts';

interface Settings {
  /** The variable that says where the game's statistics are read, and its default. */
  baseUrlName: string;
  baseUrl: string;
  /** The variable with the key; several where each may have a rate of its own: `key:rate,key:rate`. */
  keysName: string;
  hasRates: boolean;
  /** What the provider grants a key unless it says otherwise, in requests per second. */
  grantedRate: number;
}

/** Which variables say where the statistics of each game are read, and by which keys. */
export const statsSettings = {
  fortnite: {
    baseUrlName: 'GAME_STATS_BASE_URL',
    baseUrl: 'https://fortnite-api.com',
    keysName: 'GAME_STATS_API_KEY',
    hasRates: true,
    grantedRate: 3,
  },
  pubg: {
    baseUrlName: 'PUBG_BASE_URL',
    baseUrl: 'https://api.pubg.com',
    keysName: 'PUBG_API_KEY',
    hasRates: false,
    grantedRate: 10 / 60,
  },
} as const satisfies Record<GameId, Settings>;

type Each = (typeof statsSettings)[GameId];
export type StatsBaseUrls = Record<Each['baseUrlName'], string>;
export type StatsKeys = Partial<Record<Each['keysName'], readonly StatsKey[] | undefined>>;

export const statsBaseUrls = gameIds.map((game) => statsSettings[game].baseUrlName);

/** The games with real statistics, each with its own key. */
export function gamesWithKeys(settings: StatsKeys): GameId[] {
  return gameIds.filter((game) => settings[statsSettings[game].keysName]);
}

/**
 * The first game is always included, the others once they have a key.
 * @param sandboxed games that the sandbox simulates, without a key
 */
export function toStatsByGame(
  settings: StatsBaseUrls & StatsKeys,
  sandboxed: readonly GameId[],
): StatsByGame {
  const open = new Set<GameId>([theGame.id, ...gamesWithKeys(settings), ...sandboxed]);
  const access = gameIds
    .filter((game) => open.has(game))
    .map((game) => {
      const { baseUrlName, keysName, grantedRate } = statsSettings[game];
      const keys = settings[keysName] ?? [{ key: '', requestsPerSecond: grantedRate }];
      return [game, { baseUrl: settings[baseUrlName], keys }] as const;
    });
  return Object.fromEntries(access);
}

/** The games that can be played. */
export const gamesOf = (stats: StatsByGame) => gameIds.filter((game) => stats[game]);

/**
 * Where browsers fetch the records of matches that anybody may read: at the stand-in where one is used, otherwise at the
 * publisher itself, even if we ask through a proxy.
 */
export function publicRecordsAt(
  { pubg }: StatsByGame,
  sandboxUrl: string | undefined,
): Partial<Record<GameId, string>> {
  if (!pubg) return {};
  const isStandIn = sandboxUrl !== undefined && pubg.baseUrl.startsWith(`${sandboxUrl}/`);
  return { pubg: isStandIn ? pubg.baseUrl : publicApi };
}
