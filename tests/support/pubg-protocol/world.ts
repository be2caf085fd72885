// SPDX-License-Identifier: Apache-2.0

import { createHash, randomUUID } from 'node:crypto';

/** `shards/{platform}` of the calls about players. */
export type Platform = 'steam' | 'kakao' | 'psn' | 'xbox';

export interface Player {
  platform: Platform;
  id: string;
  /** Players may change it. */
  name: string;
  /** Older answers lack it. */
  banType?: 'Innocent' | 'TemporaryBan' | 'PermanentBan' | undefined;
}

/** What one player did; the other statistics follow from it. */
export interface Result {
  player: Player;
  kills: number;
  /** How many of the kills were bots. */
  bots?: number;
  /** The place; with a team, the team's. */
  rank: number;
  /** In a team, of one that died before the others: a captured team of rank 13 has the places 13, 17, 17 and 26. */
  winPlace?: number;
  timeSurvived?: number;
  deathType?: 'alive' | 'byplayer' | 'byzone' | 'suicide' | 'logout';
}

export interface Match {
  id: string;
  platform: Platform;
  gameMode: string;
  matchType: string;
  isCustomMatch: boolean;
  mapName: string;
  /** When it truly began: telemetry's `LogMatchStart`, exact to a millisecond. */
  startedAt: Date;
  /** What the match's `createdAt` says. */
  createdAt: Date;
  durationSeconds: number;
  /** When the telemetry file was written. */
  assetAt: Date;
  /** Before this, neither the player's list nor the match's address shows it. */
  publishedAt: Date;
  results: readonly Result[];
  /** Everyone in the match; strangers and bots fill what `results` leaves. */
  size: number;
  /** Positions that telemetry has after the start, about 400 bytes each. */
  positions: number;
}

/** A match is published only once all of it is over. The two captured answers wrote telemetry 75 and 87 seconds after the end. */
const assetDelayMs = 75_000;
const publicationDelayMs = 180_000;
export const keptMs = 14 * 24 * 3_600_000;

export function toAccountId(platform: Platform, seed: string): string {
  return `account.${createHash('md5').update(`${platform} ${seed}`).digest('hex')}`;
}

/** The players and matches that the service knows. */
export function createWorld(now: () => Date) {
  const players: Player[] = [];
  const matches: Match[] = [];
  const isShown = (match: Match) => {
    const age = now().getTime() - match.publishedAt.getTime();
    return age >= 0 && age < keptMs;
  };
  return {
    players: (platform: string) => players.filter((player) => player.platform === platform),

    match: (platform: string, id: string) =>
      matches.find((match) => match.platform === platform && match.id === id && isShown(match)),

    /** Telemetry stays where it was written, whatever the match's own address says. */
    telemetryOf: (id: string) => matches.find((match) => match.id === id),

    /** Newest first. */
    matchesOf: (player: Player) =>
      matches
        .filter((match) => isShown(match) && match.results.some((result) => result.player === player))
        .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime()),

    addPlayer(name: string, { platform = 'steam', banType = 'Innocent' }: Partial<Player> = {}): Player {
      const player: Player = { platform, id: toAccountId(platform, name), name, banType };
      players.push(player);
      return player;
    },

    /** A ranked solo match by default. */
    addMatch(given: Partial<Match> & Pick<Match, 'startedAt' | 'results'>): Match {
      const durationSeconds = given.durationSeconds ?? 1773;
      const endedAt = given.startedAt.getTime() + durationSeconds * 1000;
      const match: Match = {
        id: randomUUID(),
        platform: given.results[0]?.player.platform ?? 'steam',
        gameMode: 'solo-fpp',
        matchType: 'official',
        isCustomMatch: false,
        mapName: 'Baltic_Main',
        createdAt: given.startedAt,
        durationSeconds,
        assetAt: new Date(endedAt + assetDelayMs),
        publishedAt: new Date(endedAt + publicationDelayMs),
        size: 64,
        positions: 500,
        ...given,
      };
      matches.push(match);
      return match;
    },
  };
}

export type World = ReturnType<typeof createWorld>;
