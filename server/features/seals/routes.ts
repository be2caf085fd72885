// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { sealsApi } from '../../../contract/seals.ts';
import type { Database } from '../../platform/db/database.ts';
import { cachedAnswer } from '../../platform/http/cached-answer.ts';
import { mount } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';
import { proveConsistency, proveEntries, proveInclusion, readNewest } from './prove.ts';
import { toHead } from './seal-keys.ts';
import { listHeads, readLeafHashes } from './seal-store.ts';

export interface SealsRoutesDeps {
  db: Database;
  listener: Listener;
}

export function sealsRoutes(app: FastifyInstance, { listener, db }: SealsRoutesDeps): void {
  const head = cachedAnswer(sealsApi.head, { listener, channels: ['seals'], read: () => readNewest(db) });
  mount(app, sealsApi.head, head);
  mount(
    app,
    sealsApi.heads,
    async ({ query }) => ({ heads: (await listHeads(db, query.after, query.limit)).map(toHead) }),
    { isLong: true },
  );
  mount(app, sealsApi.consistency, ({ query }) => proveConsistency(query, db));
  mount(app, sealsApi.inclusion, ({ query }) => proveInclusion(query, db));
  mount(
    app,
    sealsApi.leaves,
    async ({ query }) => ({
      hashes: (await readLeafHashes(db, query.from, query.limit)).map((hash) => hash.toString('hex')),
    }),
    { isLong: true },
  );
  mount(
    app,
    sealsApi.entries,
    ({ player, query }) => proveEntries({ playerId: player.id, transferIds: query.transfers }, db),
    { isLong: true },
  );
}
