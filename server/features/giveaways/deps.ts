import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { HoldPlayers, HoldRights, People, PublicPlayers } from '../../ports.ts';

export interface GiveawaysDeps {
  db: Database;
  clock: Clock;
  holdPlayers: HoldPlayers;
  publicPlayers: PublicPlayers;
}

export interface EnterDeps extends GiveawaysDeps {
  holdRights: HoldRights;
  /** Whether somebody vouches for the e-mail address of a player. */
  isVerified(tx: Tx, playerId: string): Promise<boolean>;
}

export type GiveawaysAdminDeps = EnterDeps & Pick<People, 'searchUserIds'>;
