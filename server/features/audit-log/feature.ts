// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { People } from '../../ports.ts';
import { auditLogRoutes } from './admin-routes.ts';

/** The log of administrators' changes and of the codes that they viewed. */
function auditLogFeature({ db, config }: Platform, ports: Pick<People, 'searchUserIds'>) {
  return {
    name: 'audit-log',
    routes: (app) => auditLogRoutes(app, { ...ports, db, retentionMonths: config.retentionMonths }),
  } satisfies Feature;
}

export const module = {
  tables: ['audit_log'],
  open: auditLogFeature,
} satisfies FeatureModule;
