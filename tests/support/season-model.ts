// SPDX-License-Identifier: Apache-2.0

import type { PromotionInput } from '../../contract/promotion-terms.ts';

/** An event of a player (by number) in a simulated season. */
export type SeasonFact = { player: number; id: string; at: Date } & (
  | { kind: 'finished'; xp: number; kills: number; place: number; variant: number }
  | { kind: 'voided' | 'paid' | 'referred' | 'signed-in' }
);

export interface Model {
  /** What each promotion must have paid to each player: `title/number`. Without the promotion that has a budget. */
  paid: Map<string, number>;
  /** The total that the promotion with a budget must have paid. */
  budgetPaid: number;
}

const triggeredBy = {
  finished: ['COMPLETE_CHALLENGE', 'EARN_XP'],
  paid: ['BUY_COINS', 'EARN_XP'],
  referred: ['REFER_FRIEND'],
  voided: [],
} as const;

/**
 * What a season must pay, calculated from docs/rules without a database: day by day, each event once. Written
 * independently of the engine, so that it disagrees if the engine is wrong.
 */
export function toModel(
  events: readonly PromotionInput[],
  days: readonly (readonly SeasonFact[])[],
  playerIds: readonly string[],
  start: Date,
): Model {
  const single = events.filter((event) => !event.triggers.includes('ACTIVITY_WEEKLY'));
  const paid = new Map<string, number>();
  // By promotion and player: counted causes with their day.
  const counted = new Map<string, { id: string; day: number }[]>();
  const played: { player: number; id: string; xp: number; at: Date }[] = [];
  const voided = new Set<string>();
  const seenIdentities = new Set<string>();
  const welcomed = new Set<number>();

  function give(event: PromotionInput, fact: SeasonFact, day: number): void {
    if (fact.at < new Date(event.startDate) || fact.at >= new Date(event.endDate)) return;
    const key = `${event.title}/${fact.player}`;
    const had = counted.get(key) ?? [];
    const { userCap, dailyCap } = event.eventConfig;
    if (userCap > 0 && had.length >= userCap) return;
    if (dailyCap > 0 && had.filter((cause) => cause.day === day).length >= dailyCap) return;
    counted.set(key, [...had, { id: fact.id, day }]);
  }

  for (const [day, facts] of days.entries()) {
    for (const fact of facts) {
      if (fact.kind === 'finished') played.push(fact);
      if (fact.kind === 'voided') voided.add(fact.id);
      const triggers: readonly string[] =
        fact.kind === 'signed-in' ? signInTriggers(fact) : triggeredBy[fact.kind];
      for (const event of single) {
        if (event.triggers.some((trigger) => triggers.includes(trigger))) give(event, fact, day);
      }
    }
    payPlaces(day);
  }

  /** An identity counts for the first player who signs in with it, and each provider once per player. */
  function signInTriggers({ player, id }: SeasonFact): string[] {
    if (seenIdentities.has(id)) return [];
    seenIdentities.add(id);
    if (welcomed.has(player)) return [];
    welcomed.add(player);
    return ['FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE'];
  }

  /** Places of the promotions that end on this day. */
  function payPlaces(day: number): void {
    const midnight = start.getTime() + (day + 1) * 24 * 3_600_000;
    for (const event of events) {
      if (!event.triggers.includes('ACTIVITY_WEEKLY') || Date.parse(event.endDate) !== midnight) continue;
      const scores = new Map<number, { xp: number; at: number }>();
      for (const { player, id, xp, at } of played) {
        if (voided.has(id) || at < new Date(event.startDate) || at >= new Date(event.endDate)) continue;
        const score = scores.get(player) ?? { xp: 0, at: 0 };
        scores.set(player, { xp: score.xp + xp, at: Math.max(score.at, at.getTime()) });
      }
      const ranked = [...scores].sort(
        ([one, a], [other, b]) =>
          b.xp - a.xp || a.at - b.at || ((playerIds[one] as string) < (playerIds[other] as string) ? -1 : 1),
      );
      for (const [place, reward] of event.leaderboardRewards.entries()) {
        const winner = ranked[place];
        if (winner) paid.set(`${event.title}/${winner[0]}`, reward);
      }
    }
  }

  let budgetPaid = 0;
  for (const event of single) {
    const { rewardAmount, multiplier, budget } = event.eventConfig;
    const reward = Math.floor(rewardAmount * multiplier + 1e-9);
    for (const [key, causes] of counted) {
      if (!key.startsWith(`${event.title}/`) || !event.autoRun) continue;
      const amount = reward * causes.filter(({ id }) => !voided.has(id)).length;
      if (amount === 0) continue;
      if (budget === null) paid.set(key, amount);
      else budgetPaid = Math.min(budget - (budget % reward), budgetPaid + amount);
    }
  }
  return { paid, budgetPaid };
}
