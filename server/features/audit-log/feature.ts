// SPDX-License-Identifier: Apache-2.0

import type { Feature, Platform } from '../../feature.ts';
import type { People } from '../../ports.ts';
import { auditLogRoutes } from './routes.ts';

/** The log of what administrators changed and looked at. */
export function auditLogFeature({ db }: Platform, ports: Pick<People, 'searchUserIds'>) {
  return {
    name: 'audit-log',
    routes: (app) => auditLogRoutes(app, { ...ports, db }),
  } satisfies Feature;
}
