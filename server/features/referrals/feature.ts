// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { ReferralPorts } from '../../ports.ts';
import { gamesOf } from '../../providers/games/settings.ts';
import { referralsAdminRoutes } from './admin-routes.ts';
import { readInvitationHead } from './invitation-head.ts';
import { exportReferrals } from './person-queries.ts';
import { referralProofs } from './proofs.ts';
import { qualifyReferral } from './qualify-referral.ts';
import { recordSignIn } from './record-sign-in.ts';
import { countInReview, forgetNetworks, listInvited } from './referral-store.ts';
import { referralsRoutes } from './routes.ts';
import { networkWithinMs } from './rules.ts';
import { undoReferral } from './undo-referral.ts';

export { referralFigures } from './figure-queries.ts';
export { findSharedNetworks } from './referral-store.ts';

const forgetTask = 'forget-networks';

/** Invitations: who invited whom, and when that counts. */
function referralsFeature({ db, clock, config }: Platform, ports: ReferralPorts) {
  const deps = { ...ports, db, clock };
  return {
    name: 'referrals',
    routes(app) {
      referralsRoutes(app, deps);
      referralsAdminRoutes(app, deps);
    },
    tasks: {
      [forgetTask]: () => forgetNetworks(db.reports, new Date(clock.now().getTime() - 2 * networkWithinMs)),
    },
    // Once an hour.
    crontab: `23 * * * * ${forgetTask}`,
    publishes: {
      'referral.qualified': 'A referral counted',
      'referral.undone': 'A referral was undone',
    },
    listeners: {
      'player.signed-in': (fact) => recordSignIn(fact, deps),
      'challenge.finished': (fact) => qualifyReferral(fact, deps),
      'challenge.overturned': (fact) => qualifyReferral(fact, deps),
      'challenge.voided': (fact) => undoReferral(fact, deps),
    },
    pageHeads: {
      '/referrals/:code': (name) =>
        readInvitationHead(name, {
          ...{ ...ports, db, now: clock.now(), brandName: config.brand.name },
          games: gamesOf(config.gameStats),
        }),
    },
    exports: { referrals: (playerId) => exportReferrals(db.reports, playerId) },
    overview: {
      referralsInReview: () => countInReview(db.reports),
      invited: (span) => listInvited(db.reports, span),
    },
  } satisfies Feature;
}

export const module = {
  tables: ['referrals'],
  // Keyed hashes, for two days.
  playerTables: { sign_in_networks: { player: 'player_id', exported: 'nothing' } },
  proofs: referralProofs,
  open: referralsFeature,
} satisfies FeatureModule;
