// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { SpentSince } from '../../play-ports.ts';
import type { Authority, GetContacts } from '../../ports.ts';
import { responsiblePlayAdminRoutes } from './admin-routes.ts';
import { exportAcceptances, exportLimits, exportPauses, exportStatement } from './export-play.ts';
import { hasRules } from './play-rule-store.ts';
import { responsiblePlayRoutes } from './routes.ts';

export { resumePause } from './change-play.ts';
export { pauseAgain } from './pause-again-queries.ts';
export { createPlayGate, termsAskedPart } from './play-gate.ts';
export { findPauseEnd } from './play-pause-store.ts';
export { hasRules } from './play-rule-store.ts';
export { restoreLimits } from './restore-limits.ts';

interface Ports {
  getContacts: GetContacts;
  authority: Authority;
  spentSince: SpentSince;
}

/** Rules on age and region, players' own limits and pauses, and the terms that they accept. */
function responsiblePlayFeature({ config, db, clock }: Platform, ports: Ports) {
  const deps = { ...ports, db, clock, isDemanded: config.arePlayRulesDemanded };
  return {
    name: 'responsible-play',
    routes(app) {
      responsiblePlayRoutes(app, deps);
      responsiblePlayAdminRoutes(app, deps);
    },
    publishes: {
      'play.paused': 'A player paused',
      'play.tightened': 'Rules, limits or what was stated of a player changed',
    },
    exports: {
      playStatement: (playerId) => exportStatement(db.reports, playerId),
      spendingLimits: (playerId) => exportLimits(db.reports, playerId, clock),
      playPauses: (playerId) => exportPauses(db.reports, playerId),
      acceptedTerms: (playerId) => exportAcceptances(db.reports, playerId),
    },
    overview: { hasRules: () => hasRules(db, clock.now()) },
  } satisfies Feature;
}

export const module = {
  tables: ['play_rules'],
  playerTables: {
    play_statements: { player: 'player_id', exported: 'playStatement' },
    spending_limits: { player: 'player_id', exported: 'spendingLimits' },
    play_pauses: { player: 'player_id', exported: 'playPauses' },
    terms_acceptances: { player: 'player_id', exported: 'acceptedTerms' },
  },
  personalFields: ['birthDate', 'region'],
  open: responsiblePlayFeature,
} satisfies FeatureModule;
