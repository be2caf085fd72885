// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { approvalsApi } from '../../../contract/approvals-admin.ts';
import { coinLimitsApi } from '../../../contract/coin-limits-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { type CoinLimitsDeps, raiseCoinLimit, readCoinLimits } from './coin-limits/coin-limits.ts';
import { approve, type DecideDeps, refuseApproval } from './decide-approval.ts';
import { countWaiting, type ReadDeps, readApprovals } from './read-approvals.ts';

export function approvalsRoutes(app: FastifyInstance, deps: DecideDeps & ReadDeps & CoinLimitsDeps): void {
  mount(
    app,
    approvalsApi.list,
    ({ player, query }) => readApprovals({ playerId: player.id, ...query }, deps),
    { isLong: true },
  );
  mount(app, approvalsApi.waiting, ({ player }) => countWaiting(player.id, deps));
  mount(app, approvalsApi.approve, ({ player, params, body, idempotencyKey }) =>
    approve({ actorId: player.id, approvalId: params.id, reason: body.reason, idempotencyKey }, deps),
  );
  mount(app, approvalsApi.refuse, ({ player, params, body, idempotencyKey }) =>
    refuseApproval({ actorId: player.id, approvalId: params.id, reason: body.reason, idempotencyKey }, deps),
  );
  mount(app, coinLimitsApi.read, ({ player }) => readCoinLimits(player.id, deps));
  mount(app, coinLimitsApi.raise, ({ player, body, idempotencyKey }) =>
    raiseCoinLimit({ actorId: player.id, idempotencyKey, ...body }, deps),
  );
}
