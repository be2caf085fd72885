// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { responsiblePlayApi } from '../../../contract/responsible-play.ts';
import { playRulesApi, userPlayApi } from '../../../contract/responsible-play-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { acceptTerms, pausePlay, setLimit, stateOnce } from './change-play.ts';
import { correctStatement, readUserPlay, type UserPlayDeps } from './correct-statement.ts';
import { publishRules, readRules } from './publish-rules.ts';
import { readPlay } from './read-play.ts';

/** Each of these is done once in a while. */
const limit = { name: 'play-choices', max: 30, windowSeconds: 60, by: 'player' } as const;

export function responsiblePlayRoutes(app: FastifyInstance, deps: UserPlayDeps): void {
  mount(app, responsiblePlayApi.read, ({ player }) => readPlay(deps.db, player.id, deps));
  mount(
    app,
    responsiblePlayApi.state,
    ({ player, body }) => stateOnce({ playerId: player.id, ...body }, deps),
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

  mount(app, playRulesApi.list, () => readRules(deps));
  mount(app, playRulesApi.publish, ({ player, body, idempotencyKey }) =>
    publishRules({ actorId: player.id, rules: body, idempotencyKey }, deps),
  );
  mount(app, userPlayApi.read, ({ params }) => readUserPlay(params.id, deps));
  mount(
    app,
    userPlayApi.correct,
    ({ player, params, body }) => correctStatement({ actorId: player.id, userId: params.id, ...body }, deps),
    // It holds the caller together with whom it is about.
    { decidesAuthority: true },
  );
}
