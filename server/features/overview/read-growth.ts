// SPDX-License-Identifier: Apache-2.0

import { cohortWeeks, type Growth, maxGrowthRows } from '../../../contract/growth-admin.ts';
import type { OverviewParts, Span } from '../../business-ports.ts';
import type { Clock } from '../../platform/clock.ts';

const weekMs = 7 * 24 * 3_600_000;

/** Monday of a time's week, at midnight UTC. */
function getMonday(at: Date): number {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  return midnight - (((at.getUTCDay() + 6) % 7) * weekMs) / 7;
}

/** Whole weeks of sign-ups; the last one contains the last day of the span. */
function getCohorts(span: Span): Span {
  const monday = getMonday(new Date(span.until.getTime() - 1));
  return { from: new Date(monday - (cohortWeeks - 1) * weekMs), until: new Date(monday + weekMs) };
}

/** The earnings of challenges and gift cards, the progress of invited players, and how many players return. */
export async function readGrowth(
  span: Span,
  { parts, clock }: { parts: OverviewParts; clock: Clock },
): Promise<Growth> {
  const [challenges, cards, bought, invited, cohorts] = await Promise.all([
    parts.challengeMargins(span, maxGrowthRows),
    parts.cardMargins(span, maxGrowthRows),
    parts.boughtCoins(span),
    parts.invited(span),
    parts.cohorts(getCohorts(span)),
  ]);
  const played = await parts.countPlayed(invited.playerIds);
  const thisWeek = getMonday(clock.now());
  return {
    challenges,
    cards,
    bought,
    funnel: { invited: invited.playerIds.length, counted: invited.counted, ...played },
    cohorts: cohorts.map(({ week, players, active }) => {
      const begun = Math.floor((thisWeek - Date.parse(week)) / weekMs) + 1;
      const known = new Map(active.map(({ nth, players: count }) => [nth, count]));
      const length = Math.max(1, Math.min(cohortWeeks, begun));
      return { week, players, active: Array.from({ length }, (_, nth) => known.get(nth) ?? 0) };
    }),
  };
}
