import { challengeRules } from '../../../contract/challenge-rules.ts';
import type { ChallengeRules } from '../../../contract/challenges.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts';
import type { Listener } from '../../platform/listen.ts';
import type { Logger } from '../../platform/log.ts';
import { createGameStats } from '../../providers/game-stats/client.ts';
import { createStatsSource, type StatsSource } from '../../providers/game-stats/source.ts';
import { backgroundShare, entryShare, type Pace } from './rules.ts';

export interface ChallengesDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  source: StatsSource;
  limiter: RateLimiter;
  /** For attempts that start from now on; each keeps those it began under. */
  rules: ChallengeRules;
  pace: Pace;
  /** XP for any finished attempt, and for a success on top. */
  xp: { finished: number; success: number };
}

export interface ChallengesOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  listener: Listener;
  gameStats: { baseUrl: string; apiKey: string; requestsPerSecond: number; timeoutMs?: number };
  /** Every challenge time is divided by it; 1 in production. */
  timeScale: number;
  xp: { finished: number; success: number };
}

/** What routes and tasks of this feature need, made from configuration. */
export function challengesDeps(options: ChallengesOptions): ChallengesDeps & { listener: Listener } {
  const { db, clock, log, listener, gameStats, timeScale, xp } = options;
  const { requestsPerSecond } = gameStats;
  return {
    db,
    clock,
    log,
    listener,
    limiter: createRateLimiter(db),
    source: createStatsSource({
      db,
      stats: createGameStats({ ...gameStats, log }),
      budget: { requestsPerSecond, entryShare, backgroundShare },
    }),
    rules: challengeRules(timeScale),
    pace: { requestsPerSecond, timeScale },
    xp,
  };
}
