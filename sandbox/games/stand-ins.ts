// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Site } from '../options.ts';
import { mountFortnite } from './fortnite/mount.ts';
import { mountPubg } from './pubg/mount.ts';
import type { FirstStandIn, StandIn, StandInOptions } from './stand-in.ts';

/** All games but the first. */
const others = [mountPubg];

/** Stands in for the statistics of every game. What it can play is the first game. */
export async function mountGames(
  app: FastifyInstance,
  site: Site,
  options: StandInOptions,
): Promise<FirstStandIn> {
  const first = await mountFortnite(app, site, options);
  const mounted: StandIn[] = [first];
  for (const mount of others) mounted.push(await mount(app, site, options));
  return {
    play: first.play,
    close: async () => {
      for (const game of mounted) await game.close();
    },
  };
}
