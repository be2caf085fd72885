// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { type StatusPart, statusApi } from '../../../contract/status.ts';
import { onFirst } from '../../../db/tables.ts';
import type { Door, Feature, Platform, Watched } from '../../feature.ts';
import { mount } from '../../platform/http/route.ts';
import { forgetIncidents, look } from './look.ts';
import { keptForMs, statusText } from './read-status.ts';
import { createTallies, type Tallies } from './tallies.ts';

const lookTask = 'look-at-status';
const forgetTask = 'forget-incidents';
const flushMs = 15_000;

/** Counts what became of players' calls, by the part that their address belongs to. */
function countCalls(app: FastifyInstance, watched: readonly Watched[], tallies: Tallies): void {
  const areas = watched.flatMap(({ part, routes = [] }) =>
    routes.map((area) => [`${app.prefix}${area}/`, part] as const),
  );
  const parts = new Map<string, StatusPart | undefined>();
  const partOf = (url: string) => {
    if (!parts.has(url)) parts.set(url, areas.find(([area]) => `${url}/`.startsWith(area))?.[1]);
    return parts.get(url);
  };
  app.addHook('onResponse', (request, reply, done) => {
    const part = partOf(request.routeOptions.url ?? '');
    if (part) tallies.count(part, reply.statusCode < 500);
    done();
  });
}

/** How the service works, for players: the page /status. */
function statusFeature({ db, clock, listener, log }: Platform, { watched }: { watched: readonly Watched[] }) {
  const tallies = createTallies({ db, clock });
  return {
    name: 'status',
    routes(app) {
      countCalls(app, watched, tallies);
      const text = statusText({ db, clock, listener });
      mount(
        app,
        statusApi.read,
        ({ reply }) => {
          // Whatever stands between us and a crowd may answer it.
          reply.header('cache-control', `public, max-age=${keptForMs / 1000}`);
          return text();
        },
        { goesAhead: true },
      );
    },
    tasks: {
      [lookTask]: () => look({ db, clock, watched, tallies }),
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
