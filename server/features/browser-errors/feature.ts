// SPDX-License-Identifier: Apache-2.0

import { Counter } from 'prom-client';
import { browserErrorsApi, browserErrorsKeptDays } from '../../../contract/browser-errors.ts';
import { onFirst } from '../../../db/tables.ts';
import type { Door, Feature, Platform } from '../../feature.ts';
import { toNetwork } from '../../platform/http/rate-limit.ts';
import { mount } from '../../platform/http/route.ts';
import { forgetErrors } from './browser-error-store.ts';
import { createCollector } from './collect.ts';

export { listErrors } from './browser-error-store.ts';

const forgetTask = 'forget-browser-errors';
const flushMs = 15_000;
const maxBytes = 4_096;

/** What breaks in players' pages: counted groups, without players. */
function browserErrorsFeature({ db, clock, log }: Platform) {
  const collector = createCollector({ db, clock, log });
  return {
    name: 'browser-errors',
    routes(app) {
      const errors = new Counter({
        name: 'browser_errors_total',
        help: 'Errors that browsers told this process of: kept, or dropped because too many came at once',
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
          // Who tells is owed no answer, and learns nothing of what others told.
          return {};
        },
        { maxBytes },
      );
      app.addHook('onClose', () => collector.flush().catch(() => {}));
    },
    tasks: {
      async [forgetTask]() {
        const keptMs = browserErrorsKeptDays * 24 * 3_600_000;
        await forgetErrors(db.reports, new Date(clock.now().getTime() - keptMs));
      },
    },
    crontab: `45 3 * * * ${forgetTask}`,
    async start() {
      const flush = () =>
        collector.flush().catch((error) => log.debug({ err: error }, 'errors of browsers were not kept'));
      setInterval(() => void flush(), flushMs).unref();
    },
  } satisfies Feature;
}

export const door = {
  tables: {
    browser_errors: onFirst,
  },
  open: browserErrorsFeature,
} satisfies Door;
