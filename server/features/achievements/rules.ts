// SPDX-License-Identifier: Apache-2.0

import { type Achievement, achievements, type Figure } from '../../../contract/achievements.ts';

export type Figures = Record<Figure, number>;

export const isReached = ({ figure, goal }: Achievement, figures: Figures): boolean =>
  figures[figure] >= goal;

/** What changes for a player who holds some achievements and has these figures. */
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

/** Players are told of what they have just reached; not of what is found out when all that was before is counted. */
export const toldWithinMs = 24 * 3_600_000;
