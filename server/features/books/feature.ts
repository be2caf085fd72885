// SPDX-License-Identifier: Apache-2.0

import type { BooksParts } from '../../business-ports.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { booksRoutes } from './admin-routes.ts';

/** The books of a month, composed of what features booked. */
function booksFeature({ clock }: Platform, { parts }: { parts: BooksParts }) {
  return {
    name: 'books',
    routes: (app) => booksRoutes(app, { clock, parts }),
  } satisfies Feature;
}

export const module = {
  open: booksFeature,
} satisfies FeatureModule;
