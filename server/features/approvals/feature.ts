// SPDX-License-Identifier: Apache-2.0

import type { AskApproval, TakeCoins } from '../../approval-ports.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import { forEachId } from '../../platform/jobs/for-each-id.ts';
import { approvalsRoutes } from './admin-routes.ts';
import { closeForPerson, exportApprovals, findToEnd } from './approval-store.ts';
import { type AskDeps, createAskApproval } from './ask-approval.ts';
import { forgetDays } from './coin-limits/coin-limit-queries.ts';
import { approvableRaise, type CoinLimitsDeps } from './coin-limits/coin-limits.ts';
import { createTakeCoins, toDay } from './coin-limits/limit-coins.ts';
import type { DecideDeps } from './decide-approval.ts';
import { endApproval } from './end-approval.ts';
import type { ReadDeps } from './read-approvals.ts';

export { declineAgain } from './decline-again-queries.ts';

const sweepTask = 'end-approvals';
const maxPerSweep = 500;
const forgetTask = 'forget-coin-limits';
const keptForMs = 90 * 24 * 3_600_000;

/** The check before other features create coins automatically. */
export function takeCoins({ config, clock }: Pick<Platform, 'config' | 'clock'>): TakeCoins {
  return createTakeCoins({ clock, limits: config.coinLimits });
}

/** The check before a change that may be too large for one administrator alone. */
export function askApproval(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  officers: Pick<AskDeps, 'listOfficers' | 'wereOfficersChanged'>,
): AskApproval {
  return createAskApproval({
    clock,
    settings: config.approvals,
    coinLimits: config.coinLimits,
    ...officers,
  });
}

/** Changes that wait for a second administrator. */
function approvalsFeature(
  { config, db, clock }: Platform,
  ports: Omit<DecideDeps & ReadDeps & CoinLimitsDeps, 'db' | 'clock' | 'settings' | 'coinLimits' | 'limits'>,
) {
  const { approvals: settings, coinLimits } = config;
  const deps = { ...ports, db, clock, settings, coinLimits, limits: coinLimits };
  return {
    name: 'approvals',
    routes: (app) => approvalsRoutes(app, deps),
    tasks: {
      async [sweepTask]() {
        await forEachId(await findToEnd(db, clock.now(), maxPerSweep), (id) => endApproval(id, deps));
      },
      [forgetTask]: () => forgetDays(db, toDay(new Date(clock.now().getTime() - keptForMs))),
    },
    // Every minute, and once a night.
    crontab: `* * * * * ${sweepTask}\n35 3 * * * ${forgetTask}`,
    approvable: approvableRaise(deps),
    publishes: {
      'approval.asked': 'A change waits for a second administrator',
      'approval.decided': 'A change that waited was decided',
    },
    exports: { approvals: (playerId) => exportApprovals(db.reports, playerId) },
    departures: [(tx, playerId) => closeForPerson(tx, playerId, clock.now())],
    erasures: [(tx, playerId) => closeForPerson(tx, playerId, clock.now())],
  } satisfies Feature;
}

export const module = {
  tables: ['approvals', 'coin_grants', 'coin_raises', 'coin_stripes'],
  open: approvalsFeature,
} satisfies FeatureModule;
