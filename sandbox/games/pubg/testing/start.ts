// SPDX-License-Identifier: Apache-2.0

import Fastify from 'fastify';
import { answerErrors, readForms } from '../../../site.ts';
import { pubgArena } from '../arena/routes.ts';
import type { Faults } from '../faults.ts';
import { pubgStats } from '../routes.ts';
import { createWorld } from '../world.ts';

/** The stand-in on a free port. */
export async function startPubgStandIn({
  timeScale = 1,
  requestsPerMinute = 6_000,
  statePath,
}: {
  timeScale?: number;
  requestsPerMinute?: number;
  statePath?: string;
} = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const world = await createWorld({ timeScale, statePath });
  const faults: Faults = { status: 0, of: 'all' };
  let url = '';
  const site = {
    publicUrl: () => url,
    appUrl: () => 'http://localhost:3999',
    timeScale,
    log: { info: () => {}, error: () => {} },
  };
  answerErrors(app, site);
  readForms(app);
  pubgStats(app, { world, faults, requestsPerMinute, baseUrl: () => `${url}/pubg` });
  pubgArena(app, site, { world, faults });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    baseUrl: `${url}/pubg`,
    async close() {
      await app.close();
      await world.close();
    },
  };
}
