// SPDX-License-Identifier: Apache-2.0

import { type App, buildApp } from '../server/app.ts';
import { findSandbox, pointedAt } from '../server/obtain-sandbox.ts';
import { systemClock } from '../server/platform/clock.ts';
import type { Journal } from '../server/platform/journal/journal.ts';
import { createListener } from '../server/platform/listen.ts';
import { createLogger } from '../server/platform/log.ts';
import { closeStorage, openStorage } from '../server/platform/storage/open-storage.ts';
import { type Installation, withInstallation } from './with-database.ts';

const silent = createLogger('silent');

/** Finds the running process's sandbox if it replaces outside services, and points the configuration at it. */
export async function reachServices({ config }: Pick<Installation, 'config'>) {
  const sandbox = config.sandbox && (await findSandbox(config.sandbox.port));
  return { config: sandbox ? pointedAt(sandbox, config) : config, sandboxUrl: sandbox?.url };
}

/** Opens the whole application beside the running one. It serves no requests and takes no jobs. */
export function withApp<Result>(
  work: (
    given: Installation & {
      app: App;
      journal: Journal;
      db: Parameters<Parameters<typeof withInstallation>[0]>[0]['db'];
    },
  ) => Promise<Result>,
): Promise<Result> {
  return withInstallation(
    async ({ db, url, appSecret, ...given }) => {
      const { config, sandboxUrl } = await reachServices(given);
      const listener = await createListener(url, silent, db);
      const kept = await openStorage(config);
      const app = await buildApp({
        config,
        appSecret,
        db,
        listener,
        clock: systemClock,
        log: silent,
        ...kept,
        sandboxUrl,
        stopping: () => false,
      });
      try {
        return await work({ app, config, appSecret, db, journal: kept.journal });
      } finally {
        await app.http.close();
        await listener.close();
        await closeStorage(kept);
      }
    },
    { poolSize: 4 },
  );
}
