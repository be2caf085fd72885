// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Site } from '../../options.ts';
import { besideState, type StandIn, type StandInOptions } from '../stand-in.ts';
import { pubgArena } from './arena/routes.ts';
import type { Faults } from './faults.ts';
import { pubgStats } from './routes.ts';
import { createWorld } from './world.ts';

/** Requests a minute that the publisher grants a key at first; here as much faster as time runs. */
const grantedPerMinute = 10;

/** The API and its Arena on the sandbox's port. */
export async function mountPubg(
  app: FastifyInstance,
  site: Site,
  { statePath }: StandInOptions,
): Promise<StandIn> {
  const { timeScale } = site;
  const world = await createWorld({ timeScale, statePath: besideState(statePath, 'pubg') });
  const faults: Faults = { status: 0, of: 'all' };
  const requestsPerMinute = grantedPerMinute * timeScale;
  pubgStats(app, { world, faults, requestsPerMinute, baseUrl: () => `${site.publicUrl()}/pubg` });
  pubgArena(app, site, { world, faults });
  return { close: () => world.close() };
}
