// SPDX-License-Identifier: Apache-2.0

import type { Send } from './client.ts';

/** Who takes part in a run against an installation. */
export interface Visit {
  address: string;
  player: Send;
  playerEmail: string;
  admin: Send;
  /** Somebody who may be deleted; undefined where nobody was given. */
  leaver: { email: string } | undefined;
}

/** What is tried, by what a person calls it; each throws what is wrong. */
export type Steps = Record<string, () => Promise<void>>;
