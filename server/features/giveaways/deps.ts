import type { Permission } from '../../../contract/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/database.ts';

export interface GiveawaysDeps {
  db: Database;
  clock: Clock;
  /** Those of `playerIds` that have an account. None of them is deleted before the transaction ends. */
  holdPlayers(tx: Tx, playerIds: readonly string[]): Promise<Set<string>>;
  /** How others see those of `playerIds` that still have an account. */
  publicPlayers(
    db: Queryable,
    playerIds: readonly string[],
  ): Promise<Map<string, { name: string; avatar: string | null }>>;
}

export interface EnterDeps extends GiveawaysDeps {
  /** What a player may do, which stays so until the transaction ends. */
  holdRights(tx: Tx, playerId: string): Promise<ReadonlySet<Permission>>;
  /** Whether somebody vouches for the e-mail address of a player. */
  isVerified(tx: Tx, playerId: string): Promise<boolean>;
}

export interface GiveawaysAdminDeps extends EnterDeps {
  /** Ids of users whom a search finds, at most `limit`. */
  searchUserIds(search: string, limit: number): Promise<string[]>;
}
