// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { responsiblePlayApi } from '../../../contract/responsible-play.ts';
import { mount } from '../../platform/http/route.ts';
import { acceptTerms, pausePlay, saveStatementOnce, setLimit } from './change-play.ts';
import type { UserPlayDeps } from './correct-statement.ts';
import { readPlay } from './read-play.ts';

/** Nobody needs these calls often. */
const limit = { name: 'play-choices', max: 30, windowSeconds: 60, by: 'player' } as const;

export function responsiblePlayRoutes(app: FastifyInstance, deps: UserPlayDeps): void {
  mount(app, responsiblePlayApi.read, ({ player }) => readPlay(deps.db, player.id, deps));
  mount(
    app,
    responsiblePlayApi.state,
    ({ player, body }) => saveStatementOnce({ playerId: player.id, ...body }, deps),
    { limit },
  );
  mount(
    app,
    responsiblePlayApi.setLimit,
    ({ player, body }) => setLimit({ playerId: player.id, ...body }, deps),
    { limit },
  );
  mount(
    app,
    responsiblePlayApi.pause,
    ({ player, body }) => pausePlay({ playerId: player.id, ...body }, deps),
    { limit },
  );
  mount(
    app,
    responsiblePlayApi.acceptTerms,
    ({ player, body }) => acceptTerms({ playerId: player.id, ...body }, deps),
    { limit },
  );
}
