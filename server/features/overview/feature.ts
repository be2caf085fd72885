// SPDX-License-Identifier: Apache-2.0

import type { OverviewParts } from '../../business-ports.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { overviewRoutes } from './admin-routes.ts';

export { findClosedReasons, findGuardsOff } from './read-openness.ts';

interface Ports {
  parts: OverviewParts;
  /** A description of each domain event, for operators. */
  eventWords: Readonly<Record<string, string>>;
}

/** The state of the business, and jobs that failed permanently. */
function overviewFeature({ db, clock, config }: Platform, ports: Ports) {
  return {
    name: 'overview',
    routes: (app) => overviewRoutes(app, { ...ports, db, clock, config }),
  } satisfies Feature;
}

export const module = {
  open: overviewFeature,
} satisfies FeatureModule;
