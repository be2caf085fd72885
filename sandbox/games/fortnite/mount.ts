// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Site } from '../../options.ts';
import type { FirstStandIn, StandInOptions } from '../stand-in.ts';
import { createPlayers } from './arena/players.ts';
import { arena } from './arena/routes.ts';
import { gameStats } from './routes.ts';

/** The API and its Arena on the sandbox's port. */
export async function mountFortnite(
  app: FastifyInstance,
  site: Site,
  { statePath, statsPerSecond }: StandInOptions,
): Promise<FirstStandIn> {
  const players = await createPlayers({ timeScale: site.timeScale, ...(statePath && { statePath }) });
  const faults = gameStats(app, { players, statsPerSecond });
  arena(app, site, { players, faults });
  return {
    async play(name, match) {
      const player = players.byName(name);
      if (player) await players.play(player, match);
    },
    close: () => players.close(),
  };
}
