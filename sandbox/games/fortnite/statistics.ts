// SPDX-License-Identifier: Apache-2.0

import type { Counters, Mode } from './counters.ts';

type Reported = Record<string, number | string>;

const placementNames: Record<Mode, [narrow: string, wide: string]> = {
  solo: ['top10', 'top25'],
  duo: ['top5', 'top12'],
  squad: ['top3', 'top6'],
};
const overallOrder = ['top3', 'top5', 'top6', 'top10', 'top12', 'top25'];

/**
 * The `data` of a successful answer, with the keys and the order of the recorded ones. A mode that was
 * never played is null; the player uses keyboard and mouse only.
 */
export function toStatistics(
  account: { id: string; name: string },
  modes: Partial<Record<Mode, Counters>>,
): object {
  const input = {
    overall: toOverall(modes),
    solo: getMode('solo', modes.solo),
    duo: getMode('duo', modes.duo),
    trio: null,
    squad: getMode('squad', modes.squad),
    ltm: null,
  };
  const level = Number.parseInt(account.id.slice(0, 4), 16) % 400;
  return {
    account: { id: account.id, name: account.name },
    battlePass: { level: level + 1, progress: level % 100 },
    image: null,
    stats: { all: input, keyboardMouse: input, gamepad: null, touch: null },
  };
}

function getMode(mode: Mode, counters: Counters | undefined): Reported | null {
  if (!counters || counters.matches === 0) return null;
  const [narrow, wide] = placementNames[mode];
  return report(counters, { [narrow]: counters.topNarrow, [wide]: counters.topWide });
}

/** The sum of all modes; its placement counters are those of the mode that has them. */
function toOverall(modes: Partial<Record<Mode, Counters>>): Reported | null {
  const played = Object.values(modes).filter((mode) => mode.matches > 0);
  if (played.length === 0) return null;
  const sum = (pick: (mode: Counters) => number): number =>
    played.reduce((total, mode) => total + pick(mode), 0);
  const placements: Record<string, number> = {};
  for (const mode of ['solo', 'duo', 'squad'] as const) {
    const [narrow, wide] = placementNames[mode];
    placements[narrow] = modes[mode]?.topNarrow ?? 0;
    placements[wide] = modes[mode]?.topWide ?? 0;
  }
  const total: Counters = {
    score: sum((mode) => mode.score),
    wins: sum((mode) => mode.wins),
    topNarrow: 0,
    topWide: 0,
    kills: sum((mode) => mode.kills),
    matches: sum((mode) => mode.matches),
    minutes: sum((mode) => mode.minutes),
    playersOutlived: sum((mode) => mode.playersOutlived),
    lastModified: new Date(Math.max(...played.map((mode) => mode.lastModified.getTime()))),
  };
  return report(total, Object.fromEntries(overallOrder.map((name) => [name, placements[name] ?? 0])));
}

function report(counters: Counters, placements: Record<string, number>): Reported {
  const { score, wins, kills, matches, minutes, playersOutlived, lastModified } = counters;
  const deaths = matches - wins;
  return {
    score,
    scorePerMin: ratio(score, minutes),
    scorePerMatch: ratio(score, matches),
    wins,
    ...placements,
    kills,
    killsPerMin: ratio(kills, minutes),
    killsPerMatch: ratio(kills, matches),
    deaths,
    kd: deaths === 0 ? kills : ratio(kills, deaths),
    matches,
    winRate: ratio(wins * 100, matches),
    minutesPlayed: minutes,
    playersOutlived,
    lastModified: lastModified.toISOString().replace('.000Z', 'Z'),
  };
}

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : Math.round((numerator / denominator) * 1000) / 1000;
}
