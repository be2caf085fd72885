// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { FriendIds, PublicPlayers } from '../../ports.ts';
import { closeBoard, closeBoards, closeTask, sweepTask } from './close-boards.ts';
import { markBoards, markTask } from './mark-boards.ts';
import { boardProofs } from './proofs.ts';
import { countSpan, countTask, forgetSpans, forgetTask } from './rank-span.ts';
import { raisePlayed, recordPlayed, revokePlayed } from './record-played.ts';
import { leaderboardsRoutes } from './routes.ts';
import { findEndingStreaks, type StreakWalk, streakTask } from './warn-of-streaks.ts';

export { rankPlayed } from './board-store.ts';
export { placeFigures } from './close-boards.ts';
export { keepSpan, rankSpan } from './rank-span.ts';

/** Boards for a week, a season and all time, by XP earned through playing; streaks. */
function leaderboardsFeature(
  { db, clock, listener }: Platform,
  ports: { publicPlayers: PublicPlayers; friendIds: FriendIds },
) {
  const deps = { ...ports, db, clock, listener };
  return {
    name: 'leaderboards',
    routes: (app) => leaderboardsRoutes(app, deps),
    tasks: {
      [streakTask]: (walk: Partial<StreakWalk>) => findEndingStreaks(walk, deps),
      [sweepTask]: () => closeBoards(deps),
      [markTask]: () => markBoards(deps),
      [closeTask]: ({ board }: { board: string }) => closeBoard({ board }, deps),
      [countTask]: ({ board }: { board: string }) => countSpan({ board }, deps),
      [forgetTask]: () => forgetSpans(deps),
    },
    // Six hours before the day ends, or at least one if no process was running then; once an hour; every minute; once a day.
    crontab: `0 18 * * * ${streakTask} ?fill=5h\n12 * * * * ${sweepTask}\n* * * * * ${markTask}\n17 3 * * * ${forgetTask}`,
    publishes: {
      'streak.ending': 'Streaks were about to end',
      'board.closed': 'The places of a week were fixed',
    },
    listeners: {
      'challenge.finished': (fact) => recordPlayed(fact, deps),
      'challenge.overturned': (fact) => raisePlayed(fact, deps),
      'challenge.voided': (fact) => revokePlayed(fact, deps),
    },
  } satisfies Feature;
}

export const module = {
  tables: ['board_marks', 'board_places', 'board_scores', 'boards', 'played_spans', 'played_xp'],
  proofs: boardProofs,
  open: leaderboardsFeature,
} satisfies FeatureModule;
