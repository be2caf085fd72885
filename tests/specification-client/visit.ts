// SPDX-License-Identifier: Apache-2.0

import type { Send } from './client.ts';
import type { StandIns } from './stand-ins.ts';

/** The participants of a run against an installation. */
export interface Visit {
  address: string;
  player: Send;
  playerEmail: string;
  admin: Send;
  /** A player who may be deleted; undefined if none was given. */
  leaver: { email: string } | undefined;
  /** Undefined without stand-ins. Then chains are skipped, because they need new players and payments. */
  standIns: StandIns | undefined;
}

/** The steps by name. Each throws its fault. */
export type Steps = Record<string, () => Promise<void>>;
