// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { Account, Match } from './world.ts';

interface Person {
  name: string;
  playerId: string;
  kills: number;
  place: number;
  deathType: string;
}

const others = 12;
const teamSizes: Record<string, number> = { duo: 2, squad: 4 };

/** The same UUID for the same text. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return [8, 12, 16, 20].reduceRight((id, at) => `${id.slice(0, at)}-${id.slice(at)}`, digits.slice(0, 32));
}

const wholeSeconds = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The teams of a match: the player's own, bots that were killed, and others, best first. */
export function getTeams(
  { id: accountId, name }: Account,
  match: Match,
): { rank: number; people: Person[] }[] {
  const size = teamSizes[match.mode.replace('-fpp', '')] ?? 1;
  const own: Person = {
    name,
    playerId: accountId,
    kills: match.kills,
    // In a team, a participant's own place may be worse than the team's.
    place: size === 1 ? match.place : match.place + size,
    deathType: match.place === 1 ? 'alive' : 'byplayer',
  };
  const mates = Array.from({ length: size - 1 }, (_, index) =>
    toPerson(match, `Mate${index + 1}`, { place: match.place, deathType: own.deathType }),
  );
  const rivals = Array.from({ length: others }, (_, index) => {
    const rank = index + 1 < match.place ? index + 1 : index + 2;
    return { rank, people: [toPerson(match, `Rival${index + 1}`, { place: rank, deathType: 'byplayer' })] };
  });
  const bots = Array.from({ length: match.bots }, (_, index) => ({
    rank: 50 + index,
    people: [
      {
        name: `Bot${index}`,
        playerId: `ai.${220 + index}`,
        kills: 0,
        place: 50 + index,
        deathType: 'byplayer',
      },
    ],
  }));
  return [{ rank: match.place, people: [own, ...mates] }, ...rivals, ...bots].sort((a, b) => a.rank - b.rank);
}

function toPerson(
  match: Match,
  name: string,
  { place, deathType }: Pick<Person, 'place' | 'deathType'>,
): Person {
  const digits = createHash('sha256').update(`${match.id} ${name}`).digest('hex').slice(0, 32);
  return { name, playerId: `account.${digits}`, kills: 0, place, deathType };
}

/** A match as the API shows it, with the keys and the order of recorded answers. */
export function toRecord(account: Account, match: Match, urls: { self: string; telemetry: string }): object {
  const teams = getTeams(account, match);
  const assetId = uuidOf(`${match.id} telemetry`);
  const rosterId = ([first]: Person[]) => uuidOf(`${match.id} roster of ${first?.playerId}`);
  const participantId = ({ playerId }: Person) => uuidOf(`${match.id} ${playerId}`);
  // A match without proof seems to have been stored before it was over.
  const storedAt = match.proof === 'record' ? match.storedAt : match.startedAt - 60_000;
  return {
    data: {
      type: 'match',
      id: match.id,
      attributes: {
        createdAt: wholeSeconds(match.startedAt),
        gameMode: match.mode,
        titleId: 'bluehole-pubg',
        isCustomMatch: match.isCustom,
        seasonState: 'progress',
        duration: match.durationSeconds,
        stats: null,
        shardId: account.platform,
        tags: null,
        mapName: 'Baltic_Main',
        matchType: match.type,
      },
      relationships: {
        rosters: { data: teams.map(({ people }) => ({ type: 'roster', id: rosterId(people) })) },
        assets: { data: [{ type: 'asset', id: assetId }] },
      },
      links: { self: urls.self, schema: '' },
    },
    included: [
      ...teams.map(({ rank, people }) => ({
        type: 'roster',
        id: rosterId(people),
        attributes: {
          stats: { rank, teamId: rank },
          won: String(rank === 1),
          shardId: account.platform,
        },
        relationships: {
          team: { data: null },
          participants: { data: people.map((one) => ({ type: 'participant', id: participantId(one) })) },
        },
      })),
      ...teams.flatMap(({ people }) =>
        people.map((one) => ({
          type: 'participant',
          id: participantId(one),
          attributes: { stats: toStats(one, match), actor: '', shardId: account.platform },
        })),
      ),
      {
        type: 'asset',
        id: assetId,
        attributes: {
          name: 'telemetry',
          description: '',
          createdAt: wholeSeconds(storedAt),
          URL: urls.telemetry,
        },
      },
    ],
    links: { self: urls.self },
    meta: {},
  };
}

function toStats({ name, playerId, kills, place, deathType }: Person, { durationSeconds }: Match): object {
  return {
    DBNOs: kills,
    assists: 0,
    boosts: 0,
    damageDealt: kills * 100,
    deathType,
    headshotKills: 0,
    heals: 0,
    killPlace: place,
    killStreaks: 0,
    kills,
    longestKill: 0,
    name,
    playerId,
    revives: 0,
    rideDistance: 0,
    roadKills: 0,
    swimDistance: 0,
    teamKills: 0,
    timeSurvived: durationSeconds,
    vehicleDestroys: 0,
    walkDistance: 0,
    weaponsAcquired: 1,
    winPlace: place,
  };
}

/** A match's telemetry: its start, unless nothing is to prove that, and who killed whom. */
export function toTelemetry(account: Account, match: Match): object[] {
  const at = (seconds: number) => new Date(match.startedAt + seconds * 1000).toISOString();
  const own = { name: account.name, accountId: account.id, teamId: match.place };
  const victims = [
    ...Array.from({ length: match.bots }, (_, index) => ({
      accountId: `ai.${220 + index}`,
      teamId: 50 + index,
    })),
    ...Array.from({ length: match.kills - match.bots }, (_, index) => ({
      accountId: toPerson(match, `Rival${index + 1}`, { place: 0, deathType: '' }).playerId,
      teamId: 100 + index,
    })),
  ];
  const start = { mapName: 'Baltic_Main', teamSize: 1, characters: [{ character: own }] };
  return [
    {
      MatchId: `match.bro.${match.type}.${match.id}`,
      PingQuality: 'low',
      _D: at(-60),
      _T: 'LogMatchDefinition',
    },
    { accountId: account.id, common: { isGame: 0 }, _D: at(-30), _T: 'LogPlayerLogin' },
    ...(match.proof === 'nothing' ? [] : [{ ...start, _D: at(0), _T: 'LogMatchStart' }]),
    ...victims.map((victim, index) => ({
      attackId: index,
      victim,
      killer: own,
      finisher: own,
      isSuicide: false,
      _D: at(60 + index),
      _T: 'LogPlayerKillV2',
    })),
    { characters: [], _D: at(match.durationSeconds), _T: 'LogMatchEnd' },
  ];
}
