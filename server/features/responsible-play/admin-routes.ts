// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { playRulesApi, userPlayApi } from '../../../contract/responsible-play-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { correctStatement, readUserPlay, type UserPlayDeps } from './correct-statement.ts';
import { publishRules, readRules } from './publish-rules.ts';

export function responsiblePlayAdminRoutes(app: FastifyInstance, deps: UserPlayDeps): void {
  mount(app, playRulesApi.list, () => readRules(deps));
  mount(app, playRulesApi.publish, ({ player, body, idempotencyKey }) =>
    publishRules({ actorId: player.id, rules: body, idempotencyKey }, deps),
  );
  mount(app, userPlayApi.read, ({ params }) => readUserPlay(params.id, deps));
  mount(
    app,
    userPlayApi.correct,
    ({ player, params, body }) => correctStatement({ actorId: player.id, userId: params.id, ...body }, deps),
    // It locks the caller together with the user concerned.
    { decidesAuthority: true },
  );
}
