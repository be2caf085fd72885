// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { leaderboardsApi } from '../../../contract/leaderboards.ts';
import { cachedAnswer } from '../../platform/http/cached-answer.ts';
import { mount } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';
import { type LeaderboardsDeps, readBoard, readPublicBoards, readStreak } from './read-board.ts';

export function leaderboardsRoutes(
  app: FastifyInstance,
  deps: LeaderboardsDeps & { listener: Listener },
): void {
  mount(
    app,
    leaderboardsApi.read,
    ({ player, query }) => readBoard({ playerId: player.id, ...query }, deps),
    { isLong: true },
  );
  mount(
    app,
    leaderboardsApi.readPublic,
    // No channel: every finished challenge changes the boards, and visitors do not need instant updates.
    cachedAnswer(leaderboardsApi.readPublic, {
      listener: deps.listener,
      channels: [],
      read: () => readPublicBoards(deps),
    }),
  );
  mount(app, leaderboardsApi.streak, ({ player }) => readStreak(player.id, deps));
}
