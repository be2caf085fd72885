// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { type FairPlayPlayer, fairPlayApi } from '../../../contract/fair-play.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import type { People } from '../../ports.ts';
import { dismissAnomaly } from './dismiss-anomaly.ts';
import { type FairPlayRow, listRows } from './player-store.ts';

const maxPeople = 1000;

function viewPlayer(row: FairPlayRow, contact: { name: string; email: string } | undefined): FairPlayPlayer {
  const { playerId, checkedAt, openSince, dismissedAt, dismissedScore: _, ...figures } = row;
  return {
    user: { _id: playerId, name: contact?.name ?? '', email: contact?.email ?? '' },
    ...figures,
    checkedAt: checkedAt.toISOString(),
    openSince: openSince?.toISOString() ?? null,
    dismissedAt: dismissedAt?.toISOString() ?? null,
  };
}

export function fairPlayRoutes(
  app: FastifyInstance,
  deps: { db: Database; clock: Clock; people: People },
): void {
  const { db, people } = deps;
  mount(
    app,
    fairPlayApi.players,
    async ({ query }) => {
      const playerIds = query.search ? await people.searchUserIds(query.search, maxPeople) : undefined;
      const { rows, ...counted } = await listRows(db, query, playerIds);
      const contacts = await people.getContacts(rows.map(({ playerId }) => playerId));
      return { list: rows.map((row) => viewPlayer(row, contacts.get(row.playerId))), ...counted };
    },
    { isLong: true },
  );
  mount(app, fairPlayApi.dismiss, ({ player, params, body, idempotencyKey }) =>
    dismissAnomaly({ actorId: player.id, playerId: params.id, ...body, idempotencyKey }, deps),
  );
}
