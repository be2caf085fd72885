import './domain-events.ts';
import type { Feature, Platform } from '../../feature.ts';
import type { PublicPlayers } from '../../ports.ts';
import { recordPlayed, revokePlayed } from './record-played.ts';
import { leaderboardsRoutes } from './routes.ts';
import { findEndingStreaks, type StreakWalk, streakTask } from './warn-of-streaks.ts';

export { rankPlayed } from './board-store.ts';

/** Boards of a week, a season and all time by the XP that was played for; streaks. */
export function leaderboardsFeature({ db, clock }: Platform, ports: { publicPlayers: PublicPlayers }) {
  const deps = { ...ports, db, clock };
  return {
    name: 'leaderboards',
    routes: (app) => leaderboardsRoutes(app, deps),
    tasks: {
      [streakTask]: (walk: Partial<StreakWalk>) => findEndingStreaks(walk, deps),
    },
    // Six hours before the day ends.
    crontab: `0 18 * * * ${streakTask}`,
    publishes: { 'streak.ending': 'Streaks were about to end' },
    listeners: {
      'challenge.finished': (fact) => recordPlayed(fact, deps),
      'challenge.voided': (fact) => revokePlayed(fact, deps),
    },
  } satisfies Feature;
}
