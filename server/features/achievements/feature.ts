// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { AchievementSources, HoldPlayers } from '../../ports.ts';
import { countAchievements } from './count-achievements.ts';
import { beginToCountEverybody, countEverybody, everybodyTask } from './count-everybody.ts';
import { achievementProofs } from './proofs.ts';
import { exportAchievements } from './read-achievements.ts';
import { achievementsRoutes } from './routes.ts';

export { listReached } from './read-achievements.ts';

/** Players' achievements, computed from other features' figures. Badges only: no coins, no XP. */
function achievementsFeature(
  { db, clock }: Platform,
  ports: { holdPlayers: HoldPlayers; achievementSources: AchievementSources },
) {
  const { holdPlayers, achievementSources: sources } = ports;
  const deps = { holdPlayers, sources, db, clock };
  const count = ({ playerId }: { playerId: string }) => countAchievements({ playerId }, deps);
  const countUndone = ({ playerId }: { playerId: string }) =>
    countAchievements({ playerId, isUndone: true }, deps);
  return {
    name: 'achievements',
    routes: (app) => achievementsRoutes(app, deps),
    tasks: { [everybodyTask]: () => countEverybody(deps) },
    publishes: { 'achievement.reached': 'An achievement was reached' },
    listeners: {
      'challenge.finished': count,
      // Achievements that the player already holds may now date from an earlier day.
      'challenge.overturned': countUndone,
      'challenge.voided': countUndone,
      'purchase.completed': count,
      'purchase.refunded': countUndone,
      'giveaway.entered': count,
      'giveaway.left': countUndone,
      'referral.qualified': ({ referrerId: playerId }) => count({ playerId }),
      // Events of an earlier release lack the referrer; the player's next fact corrects the count.
      'referral.undone': async ({ referrerId }) => {
        if (referrerId) await countUndone({ playerId: referrerId });
      },
      'board.closed': async ({ playerIds }) => {
        for (const playerId of playerIds) await countUndone({ playerId });
      },
    },
    exports: { achievements: (playerId) => exportAchievements(db.reports, playerId) },
    start: () => beginToCountEverybody(deps),
  } satisfies Feature;
}

export const module = {
  tables: ['achievement_runs'],
  playerTables: {
    achievements: { player: 'player_id', exported: 'achievements' },
    achievement_counts: { player: 'player_id', exported: 'nothing' },
  },
  proofs: achievementProofs,
  open: achievementsFeature,
} satisfies FeatureModule;
