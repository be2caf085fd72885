// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { type LandingPorts, readLanding } from './read-landing.ts';
import { landingRoutes } from './routes.ts';

/** The page that visitors see before they sign in. Has no tables: other features provide the public data. */
function landingFeature({ db, clock, listener }: Platform, ports: LandingPorts) {
  return {
    name: 'landing',
    routes: (app) =>
      landingRoutes(app, { listener, read: () => readLanding({ ...ports, db, now: clock.now() }) }),
  } satisfies Feature;
}

export const module = {
  open: landingFeature,
} satisfies FeatureModule;
