// SPDX-License-Identifier: Apache-2.0

/**
 * A worker that sends and publishes rewards until it is killed. Reports "working" once it takes jobs. Argument: the
 * database's address.
 */

import { getPublicPlayers } from '../../server/features/accounts/handles/handle-store.ts';
import { getContacts } from '../../server/features/accounts/player-store.ts';
import { notifyOfRewards } from '../../server/features/notifications/notify-player.ts';
import { promotionsCrontab, promotionsTasks } from '../../server/features/promotions/feature.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createLogger } from '../../server/platform/log.ts';
import { promotionsDeps } from './promotions-deps.ts';

const connectionString = process.argv[2] as string;
const log = createLogger('silent');
const db = openDatabase(connectionString, { poolSize: 8 });
const deps = {
  ...promotionsDeps({ db, clock: systemClock }),
  publicPlayers: getPublicPlayers,
  getContacts,
};
await startWorker({
  connectionString,
  pool: db.pool,
  concurrency: 4,
  log,
  tasks: { ...promotionsTasks(deps), 'event.rewards-sent': (fact: never) => notifyOfRewards(fact, deps) },
  crontab: promotionsCrontab,
});
// The parent process may have exited without killing this one.
process.once('disconnect', () => process.exit());
process.send?.('working');
