// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { giveawaysApi } from '../../../contract/giveaways.ts';
import { giveawaysAdminApi } from '../../../contract/giveaways-admin.ts';
import { fileAnswer, hasTag } from '../../platform/http/answers.ts';
import { mount } from '../../platform/http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { People } from '../../ports.ts';
import { readDraw } from './draw-giveaway.ts';
import { createGiveaway, deleteGiveaway, editGiveaway, type GiveawayEditDeps } from './edit-giveaway.ts';
import { type EnterDeps, enterGiveaway } from './enter-giveaway.ts';
import { findList, type ListDeps, listOpener, unzip } from './entrants-list.ts';
import { listAll, listForPlayer } from './giveaway-store.ts';
import { readParticipants, viewForAdmins, viewForPlayer } from './view.ts';

const drawnShown = 12;

export type GiveawaysRoutesDeps = EnterDeps & GiveawayEditDeps & ListDeps & Pick<People, 'searchUserIds'>;

export function giveawaysRoutes(app: FastifyInstance, deps: GiveawaysRoutesDeps): void {
  const { db, clock } = deps;

  const listMine = async (playerId: string) => {
    const now = clock.now();
    return (await listForPlayer(db, playerId, drawnShown)).map((row) => viewForPlayer(row, now));
  };
  const listForAdmins = async (query: Parameters<typeof listAll>[1]) => {
    const { rows, total } = await listAll(db, query);
    return { list: await viewForAdmins(db, rows, deps), total };
  };

  mount(
    app,
    giveawaysAdminApi.list,
    async ({ player, query }) => {
      if (player.permissions.has('giveaways:read')) return listForAdmins(query);
      const list = await listMine(player.id);
      return { list, total: list.length };
    },
    { isLong: true },
  );
  mount(app, giveawaysApi.mine, ({ player }) => listMine(player.id), { isLong: true });
  mount(
    app,
    giveawaysApi.enter,
    ({ player, params, idempotencyKey }) =>
      enterGiveaway({ player, giveawayId: params.id, idempotencyKey }, deps),
    { limit: { name: 'giveaway-enter', max: 60, windowSeconds: 60, by: 'player' } },
  );
  mount(app, giveawaysApi.draw, ({ params }) => readDraw(params.id, deps), {
    isLong: true,
    limit: { name: 'giveaway-draw', max: 60, windowSeconds: 60, by: 'address' },
  });
  const openList = listOpener(deps);
  mount(
    app,
    giveawaysApi.entrants,
    async ({ params, request }) => {
      const list = await findList(params.id, deps);
      if (isRefusal(list)) return list;
      const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      const file = {
        name: `draw-${params.id}.txt`,
        tag: list.hash,
        encoding: isZipped ? ('gzip' as const) : ('identity' as const),
      };
      if (hasTag(request, list.hash)) return fileAnswer({ ...file, content: undefined });
      const zipped = await openList(params.id, list.hash);
      return fileAnswer({ ...file, content: isZipped ? zipped : unzip(zipped) });
    },
    { limit: { name: 'giveaway-entrants', max: 20, windowSeconds: 60, by: 'address' } },
  );

  mount(app, giveawaysAdminApi.listAll, ({ query }) => listForAdmins(query), { isLong: true });
  mount(
    app,
    giveawaysAdminApi.participants,
    ({ params, query }) => readParticipants(params.id, query, deps),
    {
      isLong: true,
    },
  );
  mount(app, giveawaysAdminApi.create, ({ player, body, idempotencyKey }) =>
    createGiveaway({ actorId: player.id, idempotencyKey, giveaway: body }, deps),
  );
  mount(app, giveawaysAdminApi.update, ({ player, params, body, idempotencyKey }) => {
    const { loaded, ...giveaway } = body;
    const input = { actorId: player.id, idempotencyKey, giveawayId: params.id, giveaway, loaded };
    return editGiveaway(input, deps);
  });
  mount(app, giveawaysAdminApi.remove, ({ player, params, idempotencyKey }) =>
    deleteGiveaway({ actorId: player.id, idempotencyKey, giveawayId: params.id }, deps),
  );
}
