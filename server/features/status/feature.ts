// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform, Watched } from '../../feature.ts';
import type { DemandFactor } from '../../platform/http/authentication.ts';
import { assessParts, forgetIncidents } from './assess-parts.ts';
import { maintenanceGate } from './maintenance-gate.ts';
import { statusRoutes } from './routes.ts';
import { createTallies } from './tallies.ts';

export { beginMaintenance, endMaintenance, findMaintenance } from './maintenance-store.ts';
export { listServiceAnswers, listStandstills } from './status-store.ts';

const lookTask = 'look-at-status';
const forgetTask = 'forget-incidents';
const flushMs = 15_000;

/** The state of the service, for players: the page /status. */
function statusFeature({ db, clock, listener, log }: Platform, { watched }: { watched: readonly Watched[] }) {
  const tallies = createTallies({ db, clock });
  const maintenance = maintenanceGate({ db, listener, log });
  return {
    name: 'status',
    refuseInMaintenance: maintenance.refuse,
    routes: (app) => statusRoutes(app, { db, clock, listener, watched, tallies, maintenance }),
    tasks: {
      [lookTask]: () => assessParts({ db, clock, watched, tallies }),
      [forgetTask]: () => forgetIncidents({ db, clock }),
    },
    crontab: `* * * * * ${lookTask}\n37 * * * * ${forgetTask}`,
    async start() {
      await maintenance.start();
      const flush = () =>
        tallies.flush().catch((error) => log.debug({ err: error }, 'could not store call counts yet'));
      setInterval(() => void flush(), flushMs).unref();
    },
  } satisfies Feature & { refuseInMaintenance: DemandFactor };
}

export const module = {
  tables: ['maintenance', 'status_incidents', 'status_looks', 'status_minutes'],
  open: statusFeature,
} satisfies FeatureModule;
