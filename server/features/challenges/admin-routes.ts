// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { challengesAdminApi } from '../../../contract/challenges-admin.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { gamesAdminApi } from '../../../contract/games-admin.ts';
import { usersApi } from '../../../contract/users-admin.ts';
import type { ReadServiceAnswers } from '../../business-ports.ts';
import type { EditDeps } from '../../editable.ts';
import { refuseInput } from '../../platform/http/errors.ts';
import { mount } from '../../platform/http/route.ts';
import type { HoldPlayers } from '../../ports.ts';
import { readAllAttempts } from './attempts/list-all-attempts.ts';
import { listForAdmins } from './challenge-admin-store.ts';
import { challengeEdits } from './edit-challenge.ts';
import { closeGame } from './entries/close-game.ts';
import { estimateVariant } from './estimate-variant.ts';
import { markAccountProof } from './game-accounts/prove-account.ts';
import { type RebindDeps, rebindAccount } from './game-accounts/rebind-account.ts';
import { readGames } from './read-games.ts';
import type { ReadingsByGame } from './readings/game-readings.ts';
import { type VoidDeps, voidAttempt } from './void-attempt.ts';

export function challengesAdminRoutes(
  app: FastifyInstance,
  deps: RebindDeps &
    EditDeps<typeof challengeEdits> &
    VoidDeps & {
      games: ReadingsByGame;
      holdPlayers: HoldPlayers;
      readServiceAnswers: ReadServiceAnswers;
    },
): void {
  mount(app, challengesAdminApi.list, () => listForAdmins(deps.db), { isLong: true });

  mount(app, challengesAdminApi.create, ({ player, body, idempotencyKey }) => {
    const { id, name } = gameOf(body);
    // Players would not see it.
    if (!deps.games[id].isActive)
      return refuseInput([{ path: 'game', message: `${name} has no key: set it first` }]);
    return challengeEdits.create({ actorId: player.id, idempotencyKey, terms: body }, deps);
  });

  mount(app, challengesAdminApi.update, ({ player, params, body }) => {
    const { loaded, ...terms } = body;
    return challengeEdits.edit({ actorId: player.id, id: params.id, terms, loaded }, deps);
  });

  mount(app, challengesAdminApi.setActive, ({ player, params, body: { isUndo, ...terms } }) =>
    challengeEdits.edit({ actorId: player.id, id: params.id, terms, isUndo }, deps),
  );

  mount(app, challengesAdminApi.remove, ({ player, params, idempotencyKey }) =>
    challengeEdits.remove({ actorId: player.id, id: params.id, idempotencyKey }, deps),
  );

  mount(app, challengesAdminApi.void, ({ player, params, body, idempotencyKey }) =>
    voidAttempt({ actorId: player.id, attemptId: params.id, ...body, idempotencyKey }, deps),
  );

  mount(app, challengesAdminApi.attempts, ({ query }) => readAllAttempts(query, deps), { isLong: true });
  mount(
    app,
    usersApi.setGameAccount,
    ({ player, params, body }) =>
      rebindAccount({ actorId: player.id, userId: params.id, ...body, game: gameOf(body).id }, deps),
    { decidesAuthority: true },
  );
  mount(
    app,
    usersApi.setAccountProof,
    ({ player, params, body }) =>
      markAccountProof({ actorId: player.id, userId: params.id, ...body, game: gameOf(body).id }, deps),
    { decidesAuthority: true },
  );
  mount(app, gamesAdminApi.list, () => readGames(deps));
  mount(app, gamesAdminApi.close, ({ player, params, body }) =>
    closeGame({ actorId: player.id, ...params, ...body }, deps),
  );
  mount(app, gamesAdminApi.open, ({ player, params }) => closeGame({ actorId: player.id, ...params }, deps));
  mount(app, challengesAdminApi.estimate, ({ body }) => estimateVariant(body, deps));
}
