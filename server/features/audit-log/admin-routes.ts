// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { auditApi } from '../../../contract/audit-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { type AuditLogDeps, readAuditLog } from './read-audit-log.ts';

/** The log of administrators' changes and of codes that they viewed (docs/rules/audit-log.md). */
export function auditLogRoutes(app: FastifyInstance, deps: AuditLogDeps): void {
  mount(app, auditApi.list, ({ query }) => readAuditLog(query, deps), { isLong: true });
}
