// SPDX-License-Identifier: Apache-2.0

import { type Entrant, toEntrants } from './documents.ts';
import type { Match } from './world.ts';

/**
 * A match's telemetry: one array of events. Players sign in and walk about for a minute before the start, and the start itself
 * lists everyone before it says its type and time.
 */

const lobbyMs = 60_000;

function character({ name, teamId, playerId }: Entrant, ranking: number) {
  const location = { x: 459_021.56, y: 121_843.9, z: 1_548.3 };
  return {
    name,
    teamId,
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
    ...Array.from({ length: match.positions }, (_, index) =>
      event('LogPlayerPosition', startedAt + index * stepMs, 1, {
        character: character(entrants[index % entrants.length] as Entrant, 0),
        vehicle: null,
        elapsedTime: Math.floor((index * stepMs) / 1000),
        numAlivePlayers: match.size,
      }),
    ),
    event('LogMatchEnd', startedAt + match.durationSeconds * 1000, 7.5, {
      characters: entrants.map((entrant) => ({ character: character(entrant, entrant.winPlace) })),
      gameResultOnFinished: { results: [] },
    }),
  ];
}
