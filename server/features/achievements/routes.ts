// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { achievementsApi } from '../../../contract/achievements.ts';
import { mount } from '../../platform/http/route.ts';
import type { AchievementsDeps } from './count-achievements.ts';
import { readAchievements } from './read-achievements.ts';

export function achievementsRoutes(app: FastifyInstance, deps: AchievementsDeps): void {
  mount(app, achievementsApi.list, ({ player }) => readAchievements(player.id, deps), { isLong: true });
}
