// SPDX-License-Identifier: Apache-2.0

import { browserErrorsKeptDays } from '../../../contract/browser-errors.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { forgetErrors } from './browser-error-store.ts';
import { createCollector } from './collector.ts';
import { browserErrorsRoutes } from './routes.ts';

export { listErrors } from './browser-error-store.ts';

const forgetTask = 'forget-browser-errors';
const flushMs = 15_000;

/** Failures in players' pages: counted groups, without players. */
function browserErrorsFeature({ db, clock, log }: Platform) {
  const collector = createCollector({ db, clock, log });
  return {
    name: 'browser-errors',
    routes: (app) => browserErrorsRoutes(app, collector),
    tasks: {
      async [forgetTask]() {
        const keptMs = browserErrorsKeptDays * 24 * 3_600_000;
        await forgetErrors(db.reports, new Date(clock.now().getTime() - keptMs));
      },
    },
    crontab: `45 3 * * * ${forgetTask}`,
    async start() {
      const flush = () =>
        collector.flush().catch((error) => log.debug({ err: error }, 'could not store browser errors'));
      setInterval(() => void flush(), flushMs).unref();
    },
  } satisfies Feature;
}

export const module = {
  tables: ['browser_errors'],
  open: browserErrorsFeature,
} satisfies FeatureModule;
