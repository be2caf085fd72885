// SPDX-License-Identifier: Apache-2.0

import { type Entrant, toEntrants, toTeamId } from './documents.ts';
import type { Match } from './world.ts';

/**
 * A match's telemetry: one array of events. Players sign in and walk about for a minute before the start, and the start itself
 * lists everyone before it says its type and time.
 */

const lobbyMs = 60_000;

function character({ name, rank, playerId }: Entrant, ranking: number) {
  const location = { x: 459_021.56, y: 121_843.9, z: 1_548.3 };
  return {
    name,
    teamId: toTeamId(rank),
    health: 100,
    location,
    ranking,
    accountId: playerId,
    isInBlueZone: false,
    isInRedZone: false,
    zone: [],
  };
}

function event(type: string, at: number, isGame: number, fields: Record<string, unknown>) {
  return { ...fields, common: { isGame }, _D: new Date(at).toISOString(), _T: type };
}

/** A kill a minute by each player with a result: first bots, then strangers. The finisher may be someone else. */
function kills(match: Match, entrants: readonly Entrant[]) {
  const isStranger = ({ playerId }: Entrant) => match.results.every(({ player }) => player.id !== playerId);
  const [bots, people] = [true, false].map((isBot) =>
    entrants.filter((one) => isStranger(one) && one.rank > 1 && one.playerId.startsWith('ai.') === isBot),
  ) as [Entrant[], Entrant[]];
  return match.results.flatMap((result) => {
    const killer = entrants.find(({ playerId }) => playerId === result.player.id) as Entrant;
    const victims = [
      ...bots.slice(0, result.bots ?? 0),
      ...people.slice(0, result.kills - (result.bots ?? 0)),
    ];
    return victims.map((victim, index) =>
      event('LogPlayerKillV2', match.startedAt.getTime() + (index + 1) * 60_000, 1, {
        attackId: index,
        dBNOId: -1,
        victimGameResult: { rank: victim.rank, gameResult: '', teamId: toTeamId(victim.rank), kills: 0 },
        victim: character(victim, 0),
        victimWeapon: '',
        victimWeaponAdditionalInfo: [],
        dBNOMaker: null,
        finisher: character(killer, 0),
        killer: character(killer, 0),
        killerDamageInfo: { damageReason: 'HeadShot', damageTypeCategory: 'Damage_Gun', distance: 3107.89 },
        assists_AccountId: [],
        teamKillers_AccountId: [],
        isSuicide: false,
      }),
    );
  });
}

export function telemetryEvents(match: Match): unknown[] {
  const entrants = toEntrants(match);
  const startedAt = match.startedAt.getTime();
  const beforeStart = startedAt - lobbyMs;
  const stepMs = (match.durationSeconds * 1000) / Math.max(match.positions, 1);
  return [
    event('LogMatchDefinition', beforeStart, 0, {
      MatchId: `match.bro.official.pc-2018-04.steam.${match.gameMode}.as.${match.id}`,
      PingQuality: '',
      SeasonState: 'progress',
    }),
    ...entrants.flatMap((entrant) => [
      event('LogPlayerLogin', beforeStart, 0, { accountId: entrant.playerId }),
      event('LogPlayerCreate', beforeStart, 0, { character: character(entrant, 0) }),
    ]),
    event('LogMatchStart', startedAt, 0.1, {
      mapName: match.mapName,
      weatherId: 'Clear',
      characters: entrants.map((entrant) => ({
        character: character(entrant, 0),
        primaryWeaponFirst: '',
        primaryWeaponSecond: '',
        secondaryWeapon: '',
        spawnKitIndex: 0,
      })),
      cameraViewBehaviour: match.gameMode.endsWith('fpp') ? 'FpsOnly' : 'TpsAndFps',
      teamSize: 1,
      isCustomGame: match.isCustomMatch,
      isEventMode: match.matchType === 'event',
      blueZoneCustomOptions: JSON.stringify([{ phaseNum: 0, startDelay: 120, warningDuration: 300 }]),
    }),
    ...kills(match, entrants),
    ...Array.from({ length: match.positions }, (_, index) =>
      event('LogPlayerPosition', startedAt + index * stepMs, 1, {
        character: character(entrants[index % entrants.length] as Entrant, 0),
        vehicle: null,
        elapsedTime: Math.floor((index * stepMs) / 1000),
        numAlivePlayers: match.size,
      }),
    ),
    event('LogMatchEnd', startedAt + match.durationSeconds * 1000, 7.5, {
      characters: entrants.map((entrant) => ({ character: character(entrant, entrant.rank) })),
      gameResultOnFinished: { results: [] },
    }),
  ];
}
