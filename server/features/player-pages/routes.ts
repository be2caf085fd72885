// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { playerPagesApi } from '../../../contract/player-pages.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import { savePageChoices } from './player-page-choice-store.ts';
import { type PagePorts, readPage } from './read-page.ts';

export function playerPagesRoutes(app: FastifyInstance, deps: PagePorts & { db: Database }): void {
  mount(
    app,
    playerPagesApi.read,
    ({ player, params }) => readPage({ callerId: player.id, handle: params.handle }, deps),
    // The limit keeps callers from trying out handles one by one.
    { limit: { name: 'player-page', max: 60, windowSeconds: 60, by: 'player' } },
  );
  mount(app, playerPagesApi.choose, async ({ player, body }) => {
    await deps.db.transaction((tx) => savePageChoices(tx, player.id, body));
    return body;
  });
}
