import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/database.ts';
import type { PublicPlayers } from '../../ports.ts';

export interface ReferralsDeps {
  db: Database;
  clock: Clock;
  publicPlayers: PublicPlayers;
  /** Whether two players ever played with one Epic account. */
  shareEpicAccount(db: Queryable, one: string, other: string): Promise<boolean>;
  /** Whether two players ever paid with one card. */
  shareCard(db: Queryable, one: string, other: string): Promise<boolean>;
  /** Whether the player came by somebody's invitation. */
  isInvited(db: Queryable, playerId: string): Promise<boolean>;
  /** Counts one more qualified referral on the referrer's profile; false where the account was deleted. */
  countReferral(tx: Tx, referrerId: string): Promise<boolean>;
  /** Takes one off again. */
  uncountReferral(tx: Tx, referrerId: string): Promise<void>;
  isVoided(db: Queryable, attemptId: string): Promise<boolean>;
  /** The first attempt that a player finished and that was not voided. */
  firstFinished(db: Queryable, playerId: string): Promise<{ attemptId: string; at: Date } | undefined>;
}
