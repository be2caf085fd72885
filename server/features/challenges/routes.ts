// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { attemptProgressApi } from '../../../contract/attempt-progress.ts';
import { challengesApi } from '../../../contract/challenges.ts';
import { performanceApi } from '../../../contract/performance.ts';
import { sharedReceiptsApi } from '../../../contract/shared-receipts.ts';
import { cachedAnswer } from '../../platform/http/cached-answer.ts';
import { toNetwork } from '../../platform/http/rate-limit.ts';
import { mount } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';
import { listAttempts } from './attempts/attempt-store.ts';
import { viewAttempt } from './attempts/views.ts';
import { listChallenges } from './challenge-store.ts';
import { checkAccount } from './entries/check-account.ts';
import { type StartDeps, startAttempt } from './entries/start-attempt.ts';
import { readPerformance } from './performance/read-performance.ts';
import { activeGames } from './readings/game-readings.ts';
import { readNow, readProgress } from './readings/read-progress.ts';
import { readReceipt } from './receipts/read-receipt.ts';
import {
  readShare,
  readSharedReceipt,
  revokeShare,
  type SharingPorts,
  shareReceipt,
} from './receipts/share-receipt.ts';

/** Limited because each entry costs a request to the game statistics. */
const entries = { name: 'challenge-start', max: 20, windowSeconds: 60, by: 'player' } as const;

export function challengesRoutes(
  app: FastifyInstance,
  deps: StartDeps & SharingPorts & { listener: Listener },
): void {
  const { db } = deps;

  mount(
    app,
    challengesApi.getAll,
    cachedAnswer(challengesApi.getAll, {
      listener: deps.listener,
      channels: ['challenges'],
      read: () => listChallenges(db, activeGames(deps.games)),
    }),
  );

  mount(
    app,
    challengesApi.start,
    ({ player, body, idempotencyKey, request }) => {
      const network = toNetwork(request.ip);
      const entry = { playerId: player.id, ...body, isPractice: false, idempotencyKey, network };
      return startAttempt(entry, deps);
    },
    { limit: entries },
  );

  mount(
    app,
    challengesApi.practise,
    ({ player, body, idempotencyKey, request }) => {
      const network = toNetwork(request.ip);
      const entry = { playerId: player.id, ...body, isPractice: true, idempotencyKey, network };
      return startAttempt(entry, deps);
    },
    { limit: entries },
  );

  mount(
    app,
    challengesApi.checkAccount,
    ({ player, body, request }) =>
      checkAccount({ playerId: player.id, ...body, network: toNetwork(request.ip) }, deps),
    { limit: { name: 'account-check', max: 5, windowSeconds: 60, by: 'player' } },
  );

  mount(
    app,
    challengesApi.myAttempts,
    async ({ player, query }) => (await listAttempts(db, { playerId: player.id, ...query })).map(viewAttempt),
    { isLong: true },
  );

  mount(
    app,
    challengesApi.receipt,
    ({ player, params }) => readReceipt({ player, attemptId: params.id }, deps),
    { isLong: true },
  );

  mount(app, attemptProgressApi.read, ({ player, params }) =>
    readProgress({ playerId: player.id, attemptId: params.id }, db),
  );
  mount(app, attemptProgressApi.readNow, ({ player, params }) =>
    readNow({ playerId: player.id, attemptId: params.id }, deps),
  );
  mount(
    app,
    performanceApi.read,
    ({ player, query }) => readPerformance({ playerId: player.id, ...query }, deps),
    { isLong: true },
  );

  mount(app, sharedReceiptsApi.state, ({ player, params }) =>
    readShare({ playerId: player.id, attemptId: params.id }, db),
  );
  mount(app, sharedReceiptsApi.share, ({ player, params, body }) =>
    shareReceipt({ playerId: player.id, attemptId: params.id, ...body }, deps),
  );
  mount(app, sharedReceiptsApi.takeBack, ({ player, params }) =>
    revokeShare({ playerId: player.id, attemptId: params.id }, db),
  );
  mount(app, sharedReceiptsApi.read, ({ params }) => readSharedReceipt(params.id, deps), { isLong: true });
}
