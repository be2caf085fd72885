// SPDX-License-Identifier: Apache-2.0

import { type Achievement, achievements, type Figure } from '../../../contract/achievements.ts';

export type Figures = Record<Figure, number>;

export const isReached = ({ figure, goal }: Achievement, figures: Figures): boolean =>
  figures[figure] >= goal;

/** The changes for a player with these achievements and figures. */
export function compareWithFigures(
  held: ReadonlySet<string>,
  figures: Figures,
): { due: Achievement[]; fresh: Achievement[]; lost: string[] } {
  const due = achievements.filter((achievement) => isReached(achievement, figures));
  const dueIds = new Set<string>(due.map(({ id }) => id));
  return {
    due,
    fresh: due.filter(({ id }) => !held.has(id)),
    lost: [...held].filter((id) => !dueIds.has(id)),
  };
}

/** Players are notified of new achievements, but not of old ones that a recount finds. */
export const maxNotificationAgeMs = 24 * 3_600_000;
