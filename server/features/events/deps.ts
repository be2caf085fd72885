import type { Queryable } from '../../platform/db/database.ts';
import type { HasAccount } from './payout-store.ts';
import type { RewardDeps } from './reward-fact.ts';

/** A player's score between two moments, best first. */
export interface Score {
  playerId: string;
  xp: number;
}

export interface EventsDeps extends RewardDeps {
  /** Players by the XP that they played for from `from` until before `until`; ties go to whoever got there first. */
  rankPlayed(db: Queryable, from: Date, until: Date, limit: number): Promise<Score[]>;
  hasAccount: HasAccount;
  /** How others see those of `playerIds` that still have an account. */
  publicPlayers(
    db: Queryable,
    playerIds: readonly string[],
  ): Promise<Map<string, { name: string; avatar: string | null }>>;
}
