// SPDX-License-Identifier: Apache-2.0

import { onFirst } from '../../../db/tables.ts';
import type { Door, Feature, Platform, Watched } from '../../feature.ts';
import { forgetIncidents, lookAtParts } from './look-at-parts.ts';
import { statusRoutes } from './routes.ts';
import { createTallies } from './tallies.ts';

const lookTask = 'look-at-status';
const forgetTask = 'forget-incidents';
const flushMs = 15_000;

/** How well the service works, for players: the page /status. */
function statusFeature({ db, clock, listener, log }: Platform, { watched }: { watched: readonly Watched[] }) {
  const tallies = createTallies({ db, clock });
  return {
    name: 'status',
    routes: (app) => statusRoutes(app, { db, clock, listener, watched, tallies }),
    tasks: {
      [lookTask]: () => lookAtParts({ db, clock, watched, tallies }),
      [forgetTask]: () => forgetIncidents({ db, clock }),
    },
    crontab: `* * * * * ${lookTask}\n37 * * * * ${forgetTask}`,
    async start() {
      const flush = () => tallies.flush().catch((error) => log.debug({ err: error }, 'calls are told later'));
      setInterval(() => void flush(), flushMs).unref();
    },
  } satisfies Feature;
}

export const door = {
  tables: {
    status_incidents: onFirst,
    status_looks: onFirst,
    status_minutes: onFirst,
  },
  open: statusFeature,
} satisfies Door;
