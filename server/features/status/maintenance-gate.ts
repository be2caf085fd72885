// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../platform/db/database.ts';
import type { DemandFactor } from '../../platform/http/authentication.ts';
import type { Listener } from '../../platform/listen.ts';
import type { Logger } from '../../platform/log.ts';
import { refuse, untilThen } from '../../platform/refusal.ts';
import { findMaintenance, type Maintenance, maintenanceChannel } from './maintenance-store.ts';

/** A fallback for a change whose notification was lost. */
const readEveryMs = 30_000;

export interface MaintenanceGate {
  /** Reads the maintenance state and keeps it up to date from now on. */
  start(): Promise<void>;
  /** Why a call is refused; undefined if it may continue. */
  refuse: DemandFactor;
  /** The planned end; undefined without maintenance. */
  until(): Date | undefined;
}

/**
 * While an operator works on the installation, refuses players' calls that move coins, codes or entries (calls with an
 * idempotency key). Everything else continues: pages, results, webhooks, readings, sign-in, a player's own limits, and
 * all administrators' calls, so that they can test before players return.
 */
export function maintenanceGate({
  db,
  listener,
  log,
}: {
  db: Database;
  listener: Pick<Listener, 'on' | 'onReconnect'>;
  log: Logger;
}): MaintenanceGate {
  let now: Maintenance | undefined;
  const read = async () => {
    now = await findMaintenance(db);
  };
  const readAgain = () =>
    void read().catch((error) => log.debug({ err: error }, 'could not read the maintenance state yet'));
  return {
    async start() {
      listener.on(maintenanceChannel, readAgain);
      listener.onReconnect(readAgain);
      setInterval(readAgain, readEveryMs).unref();
      await read();
    },
    until: () => now?.until,
    refuse(player, endpoint) {
      if (!now || endpoint.access !== 'signed-in' || !endpoint.idempotent || player.held.size > 0)
        return undefined;
      const { reason, until } = now;
      return refuse('maintenance', { reason, ...untilThen(until) });
    },
  };
}
