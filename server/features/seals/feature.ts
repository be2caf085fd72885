import type { Feature, Platform } from '../../feature.ts';

export { auditSeals } from './audit-seals.ts';

import { sealsRoutes } from './routes.ts';
import { sealKeys } from './seal-keys.ts';
import { sealTask, sealTransfers } from './seal-transfers.ts';

/** The sealed ledger: what moved cannot be changed unseen. */
export function sealsFeature({ db, clock, listener, appSecret }: Platform) {
  const keys = sealKeys({ db, appSecret });
  return {
    name: 'seals',
    routes: (app) => sealsRoutes(app, { db, listener }),
    tasks: { [sealTask]: () => sealTransfers({ db, clock, keys }) },
    // Every minute.
    crontab: `* * * * * ${sealTask}`,
    start: () => keys.prepare(clock.now()),
  } satisfies Feature;
}
