// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { type Match, type Player, type Result, toAccountId, type World } from './world.ts';

/**
 * The service's JSON:API documents, with every field that captured answers have. Many are documented as unused; their odd
 * types (`won` is a text) are the service's.
 */

const titleId = 'bluehole-pubg';
const toWholeSeconds = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;
const teamSizes = { solo: 1, duo: 2, squad: 4 };

/** The same id for the same thing in each answer. */
function toId(...parts: (string | number)[]): string {
  const hex = createHash('md5').update(parts.join(' ')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function playerDocument(origin: string, player: Player, world: World) {
  const storedAt = '2019-09-13T16:19:10Z';
  return {
    type: 'player',
    id: player.id,
    attributes: {
      name: player.name,
      stats: null,
      titleId,
      shardId: player.platform,
      createdAt: storedAt,
      updatedAt: storedAt,
      patchVersion: '',
      clanId: '',
      ...(player.banType && { banType: player.banType }),
    },
    relationships: {
      assets: { data: [] },
      matches: { data: world.matchesOf(player).map(({ id }) => ({ type: 'match', id })) },
    },
    links: { schema: '', self: `${origin}/shards/${player.platform}/players/${player.id}` },
  };
}

export interface Entrant extends Omit<Result, 'player'> {
  playerId: string;
  name: string;
}

/** Everyone in the match: the given results, and in the places left strangers, every second one a bot. */
export function toEntrants(match: Match): Entrant[] {
  const mode = match.gameMode.split('-').find((part) => part in teamSizes) as
    | keyof typeof teamSizes
    | undefined;
  const teamSize = teamSizes[mode ?? 'squad'];
  const entrants: Entrant[] = [];
  for (let rank = 1; rank <= Math.ceil(match.size / teamSize); rank++) {
    const team = match.results.filter((result) => result.rank === rank);
    for (const { player, ...result } of team) {
      entrants.push({ ...result, playerId: player.id, name: player.name });
    }
    for (let member = team.length; member < teamSize; member++) {
      const number = entrants.length + 1;
      const name = `Stranger${number}`;
      entrants.push({
        playerId: number % 2 ? `ai.${number}` : toAccountId(match.platform, name),
        name,
        kills: rank % 3 ? 0 : 1,
        rank,
        winPlace: rank === 1 ? 1 : rank + member,
      });
    }
  }
  return entrants;
}

/** Teams have numbers of their own. */
export const toTeamId = (rank: number) => 1000 - rank;

function participant(match: Match, entrant: Entrant) {
  const { kills, name, playerId, rank, winPlace = rank } = entrant;
  // The winner of a captured match of 1773 s survived 1773.515 s.
  const { timeSurvived = match.durationSeconds / winPlace + 0.515 } = entrant;
  return {
    type: 'participant',
    id: toId(match.id, playerId),
    attributes: {
      stats: {
        DBNOs: 0,
        assists: 0,
        boosts: 2,
        damageDealt: kills * 96.4125,
        deathType: entrant.deathType ?? (rank === 1 ? 'alive' : 'byplayer'),
        headshotKills: Math.floor(kills / 2),
        heals: 5,
        killPlace: winPlace,
        killStreaks: 0,
        kills,
        longestKill: kills * 31.078947,
        name,
        playerId,
        revives: 0,
        rideDistance: 0,
        roadKills: 0,
        swimDistance: 0,
        teamKills: 0,
        timeSurvived,
        vehicleDestroys: 0,
        walkDistance: 315.269562,
        weaponsAcquired: 1,
        winPlace,
      },
      actor: '',
      shardId: match.platform,
    },
  };
}

function rosters(match: Match, entrants: readonly Entrant[]) {
  return [...Map.groupBy(entrants, (entrant) => entrant.rank)].map(([rank, team]) => ({
    type: 'roster',
    id: toId(match.id, 'roster', rank),
    attributes: { stats: { rank, teamId: toTeamId(rank) }, won: String(rank === 1), shardId: match.platform },
    relationships: {
      team: { data: null },
      participants: {
        data: team.map(({ playerId }) => ({ type: 'participant', id: toId(match.id, playerId) })),
      },
    },
  }));
}

const telemetryHost = 'https://telemetry-cdn.pubg.com';

/** `{title}/{platform}/YYYY/MM/DD/HH/mm/{asset}-telemetry.json`; here the asset has the match's id. */
export function toTelemetryUrl(match: Match): string {
  const minute = match.assetAt.toISOString().slice(0, 16).replaceAll(/[-T:]/g, '/');
  return `${telemetryHost}/${titleId}/${match.platform}/${minute}/${match.id}-telemetry.json`;
}

export function matchDocument(origin: string, match: Match) {
  const entrants = toEntrants(match);
  const teams = rosters(match, entrants);
  const self = `${origin}/shards/${match.platform}/matches/${match.id}`;
  return {
    data: {
      type: 'match',
      id: match.id,
      attributes: {
        createdAt: toWholeSeconds(match.createdAt),
        gameMode: match.gameMode,
        titleId,
        isCustomMatch: match.isCustomMatch,
        seasonState: 'progress',
        duration: match.durationSeconds,
        stats: null,
        shardId: match.platform,
        tags: null,
        mapName: match.mapName,
        matchType: match.matchType,
      },
      relationships: {
        rosters: { data: teams.map(({ type, id }) => ({ type, id })) },
        assets: { data: [{ type: 'asset', id: match.id }] },
      },
      links: { self, schema: '' },
    },
    // Types come mixed.
    included: [
      ...teams.slice(1),
      ...entrants.map((entrant) => participant(match, entrant)),
      {
        type: 'asset',
        id: match.id,
        attributes: {
          name: 'telemetry',
          description: '',
          createdAt: toWholeSeconds(match.assetAt),
          URL: toTelemetryUrl(match),
        },
      },
      ...teams.slice(0, 1),
    ],
    links: { self },
    meta: {},
  };
}
