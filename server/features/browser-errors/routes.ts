// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { browserErrorsApi } from '../../../contract/browser-errors.ts';
import { toNetwork } from '../../platform/http/rate-limit.ts';
import { mount } from '../../platform/http/route.ts';
import type { Collector } from './collector.ts';

const maxBytes = 4_096;

export function browserErrorsRoutes(app: FastifyInstance, collector: Collector): void {
  const errors = new Counter({
    name: 'browser_errors_total',
    help: 'Browser errors reported to this process: kept, or dropped because there were too many',
    labelNames: ['outcome'],
    registers: [app.metrics],
  });
  for (const outcome of ['kept', 'dropped']) errors.inc({ outcome }, 0);
  mount(
    app,
    browserErrorsApi.report,
    ({ body, request }) => {
      const isKept = collector.take(body, toNetwork(request.ip));
      errors.inc({ outcome: isKept ? 'kept' : 'dropped' });
      // The browser needs no answer, and must not learn about other browsers' reports.
      return {};
    },
    { maxBytes },
  );
  app.addHook('onClose', () => collector.flush().catch(() => {}));
}
