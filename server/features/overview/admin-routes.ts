// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { growthApi } from '../../../contract/growth-admin.ts';
import { overviewApi } from '../../../contract/overview-admin.ts';
import type { OverviewParts } from '../../business-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import { readFailedWork, runAgain } from './read-failed-work.ts';
import { readGrowth } from './read-growth.ts';
import { type GuardConfig, readOpenness } from './read-openness.ts';
import { readOverview, toSpan } from './read-overview.ts';
import { readWarnings } from './read-warnings.ts';

interface OverviewDeps {
  db: Database;
  clock: Clock;
  config: GuardConfig & { dataDir: string };
  parts: OverviewParts;
  /** A description of each domain event, for operators. */
  eventWords: Readonly<Record<string, string>>;
}

export function overviewRoutes(
  app: FastifyInstance,
  { db, clock, config, parts, eventWords }: OverviewDeps,
): void {
  mount(app, overviewApi.read, ({ query }) => readOverview(query, parts), {
    isLong: true,
    limit: { name: 'overview', max: 60, windowSeconds: 60, by: 'player' },
  });
  mount(app, growthApi.read, ({ query }) => readGrowth(toSpan(query), { parts, clock }), {
    isLong: true,
    limit: { name: 'overview', max: 60, windowSeconds: 60, by: 'player' },
  });
  mount(app, overviewApi.failedWork, () => readFailedWork(db, eventWords));
  mount(app, overviewApi.warnings, async () => [
    ...(await readWarnings({ db, dataDir: config.dataDir })),
    ...(await readOpenness(parts, config)),
  ]);
  mount(app, overviewApi.runAgain, ({ player, body, idempotencyKey }) =>
    runAgain({ actorId: player.id, idempotencyKey, task: body.task }, db),
  );
}
