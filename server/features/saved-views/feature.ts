// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { SavedViewsDeps } from './read-views.ts';
import { savedViewsRoutes } from './routes.ts';

/** Filters and orders of the dashboard's lists, saved under names. */
function savedViewsFeature({ db, clock }: Platform, ports: Omit<SavedViewsDeps, 'db' | 'clock'>) {
  const deps = { ...ports, db, clock };
  return {
    name: 'saved-views',
    routes: (app) => savedViewsRoutes(app, deps),
  } satisfies Feature;
}

export const module = {
  playerTables: {
    saved_views: { player: 'owner_id', exported: ['list', 'name', 'query', 'is_shared', 'created_at'] },
  },
  open: savedViewsFeature,
} satisfies FeatureModule;
