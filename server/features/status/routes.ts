// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { maintenanceHeader } from '../../../contract/answers.ts';
import { type StatusPart, statusApi } from '../../../contract/status.ts';
import type { Watched } from '../../feature.ts';
import { mount } from '../../platform/http/route.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';
import { keptForMs, type StatusDeps, statusText } from './read-status.ts';
import type { Tallies } from './tallies.ts';

/** Counts the outcomes of players' calls, by the part that serves their address. */
function countCalls(app: FastifyInstance, watched: readonly Watched[], tallies: Tallies): void {
  const areas = watched.flatMap(({ part, routes = [] }) =>
    routes.map((area) => [`${app.prefix}${area}/`, part] as const),
  );
  const parts = new Map<string, StatusPart | undefined>();
  const findPart = (url: string) => {
    if (!parts.has(url)) parts.set(url, areas.find(([area]) => `${url}/`.startsWith(area))?.[1]);
    return parts.get(url);
  };
  app.onAnswered(({ route, status }) => {
    const part = findPart(route);
    if (part) tallies.count(part, status < 500);
  });
}

export function statusRoutes(
  app: FastifyInstance,
  {
    watched,
    tallies,
    maintenance,
    ...deps
  }: StatusDeps & { watched: readonly Watched[]; tallies: Tallies; maintenance: MaintenanceGate },
): void {
  countCalls(app, watched, tallies);
  app.cachedLists.bypassWhile(() => maintenance.until() !== undefined);
  app.addHook('onRequest', (_request, reply, done) => {
    const until = maintenance.until();
    if (until) reply.header(maintenanceHeader, until.toISOString());
    done();
  });
  const text = statusText(deps);
  mount(
    app,
    statusApi.read,
    ({ reply }) => {
      // Lets a cache in front of us serve a crowd.
      reply.header('cache-control', `public, max-age=${keptForMs / 1000}`);
      return text();
    },
    { skipsAdmission: true },
  );
}
