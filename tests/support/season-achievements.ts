// SPDX-License-Identifier: Apache-2.0

import { type Achievement, achievements, type Figure } from '../../contract/achievements.ts';
import type { SeasonFact } from './season-model.ts';

const dayMs = 24 * 3_600_000;
type Finished = SeasonFact & { kind: 'finished' };

/**
 * The achievements that each player must have at the end of a season, and since when: `number/achievement` and the
 * time. Calculated from docs/rules without a database and independently of the server, attempt by attempt, without
 * voided ones.
 */
export function toAchievements(
  days: readonly (readonly SeasonFact[])[],
  playerIds: readonly string[],
  start: Date,
): Map<string, string> {
  const facts = days.flat();
  const voided = new Set(facts.filter(({ kind }) => kind === 'voided').map(({ id }) => id));
  const played = facts
    .filter((fact): fact is Finished => fact.kind === 'finished' && !voided.has(fact.id))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
  const held = new Map<string, string>();
  const give = (player: number, at: Date, figures: Partial<Record<Figure, number>>) => {
    for (const { id, figure, goal } of achievements as readonly Achievement[]) {
      const key = `${player}/${id}`;
      if ((figures[figure] ?? 0) >= goal && !held.has(key)) held.set(key, at.toISOString());
    }
  };
  for (const [player, mine] of Map.groupBy(played, (fact) => fact.player)) walk(mine, player, give);
  for (let week = 0; week < Math.floor(days.length / 7); week++) {
    const from = start.getTime() + week * 7 * dayMs;
    const inWeek = played.filter(({ at }) => at.getTime() >= from && at.getTime() < from + 7 * dayMs);
    const scores = [...Map.groupBy(inWeek, ({ player }) => player)].map(([player, mine]) => ({
      player,
      xp: mine.reduce((sum, { xp }) => sum + xp, 0),
      at: mine.at(-1)?.at.getTime() ?? 0,
    }));
    scores.sort(
      (one, other) =>
        other.xp - one.xp ||
        one.at - other.at ||
        ((playerIds[one.player] as string) < (playerIds[other.player] as string) ? -1 : 1),
    );
    for (const [place, { player }] of scores.slice(0, 10).entries())
      give(player, new Date(from + 7 * dayMs), {
        weeksInTop10: 1,
        weeksInTop3: Number(place < 3),
        weeksWon: Number(place === 0),
      });
  }
  return held;
}

/** One player's attempts, in the order of their end. */
function walk(
  mine: readonly Finished[],
  player: number,
  give: (player: number, at: Date, figures: Partial<Record<Figure, number>>) => void,
): void {
  const kindsWon = new Set<number>();
  const total = { finished: 0, wins: 0, kills: 0, firstPlaces: 0, top10: 0, coinsWon: 0 };
  let [winsInRow, daysInRow, lastDay] = [0, 0, Number.NaN];
  for (const { at, xp, kills, place, variant } of mine) {
    const isWon = xp > 20;
    const day = Math.floor(at.getTime() / dayMs);
    if (day !== lastDay) daysInRow = day === lastDay + 1 ? daysInRow + 1 : 1;
    lastDay = day;
    winsInRow = isWon ? winsInRow + 1 : 0;
    if (isWon) kindsWon.add(variant);
    total.finished += 1;
    total.wins += Number(isWon);
    total.kills += kills;
    total.firstPlaces += Number(place === 1);
    total.top10 += Number(place <= 10);
    total.coinsWon += isWon ? 40 : 0;
    give(player, at, { ...total, winsInRow, daysInRow, killsInMatch: kills, kindsWon: kindsWon.size });
  }
}

/** Differences between the achievements that players have and were notified of, and those that they must have. */
export function findWrongAchievements(
  must: ReadonlyMap<string, string>,
  { held, told }: { held: ReadonlyMap<string, string>; told: readonly string[] },
): string[] {
  const keys = [...new Set([...must.keys(), ...held.keys()])];
  const wrong = keys
    .filter((key) => must.get(key) !== held.get(key))
    .map((key) => `${key}: held since ${held.get(key) ?? 'never'}, not ${must.get(key) ?? 'never'}`);
  const times = Map.groupBy(told, (key) => key);
  const untold = [...must.keys()].filter((key) => !times.has(key)).map((key) => `${key}: nobody was told`);
  const again = [...times].filter(([, all]) => all.length > 1).map(([key]) => `${key}: told more than once`);
  return [...wrong, ...untold, ...again];
}
