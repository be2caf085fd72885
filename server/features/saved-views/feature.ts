// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { SavedViewsDeps } from './read-views.ts';
import { savedViewsRoutes } from './routes.ts';
import { exportViews, forgetViews } from './saved-view-store.ts';

/** Filters and orders of the dashboard's lists, saved under names. */
function savedViewsFeature({ db, clock }: Platform, ports: Omit<SavedViewsDeps, 'db' | 'clock'>) {
  const deps = { ...ports, db, clock };
  return {
    name: 'saved-views',
    routes: (app) => savedViewsRoutes(app, deps),
    exports: { savedViews: (playerId) => exportViews(db.reports, playerId) },
    erasures: [forgetViews],
  } satisfies Feature;
}

export const module = {
  tables: ['saved_views'],
  open: savedViewsFeature,
} satisfies FeatureModule;
