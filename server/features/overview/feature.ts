// SPDX-License-Identifier: Apache-2.0

import type { OverviewParts } from '../../business-ports.ts';
import type { Door, Feature, Platform } from '../../feature.ts';
import { overviewRoutes } from './admin-routes.ts';

interface Ports {
  parts: OverviewParts;
  /** What each domain event says has happened, for operators. */
  eventWords: Readonly<Record<string, string>>;
}

/** How the business stands, and what failed for good. */
function overviewFeature({ db, clock, config: { dataDir } }: Platform, ports: Ports) {
  return {
    name: 'overview',
    routes: (app) => overviewRoutes(app, { ...ports, db, clock, dataDir }),
  } satisfies Feature;
}

export const door = {
  open: overviewFeature,
} satisfies Door;
