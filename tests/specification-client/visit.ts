// SPDX-License-Identifier: Apache-2.0

import type { Send } from './client.ts';
import type { StandIns } from './stand-ins.ts';

/** Who takes part in a run against an installation. */
export interface Visit {
  address: string;
  player: Send;
  playerEmail: string;
  admin: Send;
  /** Somebody who may be deleted; undefined where nobody was given. */
  leaver: { email: string } | undefined;
  /** Undefined where there are none: then chains, which need players and payments of their own, are left out. */
  standIns: StandIns | undefined;
}

/** What is tried, by what a person calls it; each throws what is wrong. */
export type Steps = Record<string, () => Promise<void>>;
