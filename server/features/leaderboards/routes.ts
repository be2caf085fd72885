import type { FastifyInstance } from 'fastify';
import { leaderboardsApi } from '../../../contract/leaderboards.ts';
import { mount } from '../../platform/http/route.ts';
import { type LeaderboardsDeps, readBoard, readStreak } from './read-board.ts';

export function leaderboardsRoutes(app: FastifyInstance, deps: LeaderboardsDeps): void {
  mount(
    app,
    leaderboardsApi.read,
    ({ player, query }) => readBoard({ playerId: player.id, period: query.period }, deps),
    { isLong: true },
  );
  mount(app, leaderboardsApi.streak, ({ player }) => readStreak(player.id, deps));
}
