// SPDX-License-Identifier: Apache-2.0

import type { Feature, Platform } from '../../feature.ts';
import type { SavedViewsDeps } from './read-views.ts';
import { savedViewsRoutes } from './routes.ts';
import { exportViews, forgetViews } from './view-store.ts';

/** What the lists of the dashboard show, kept under names. */
export function savedViewsFeature({ db, clock }: Platform, ports: Omit<SavedViewsDeps, 'db' | 'clock'>) {
  const deps = { ...ports, db, clock };
  return {
    name: 'saved-views',
    routes: (app) => savedViewsRoutes(app, deps),
    exports: { savedViews: (playerId) => exportViews(db.late.reports, playerId) },
    erasures: [forgetViews],
  } satisfies Feature;
}
