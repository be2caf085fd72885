// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../contract/player-export.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { FairPlayPorts, HoldPlayers, People } from '../../ports.ts';
import { fairPlayRoutes } from './admin-routes.ts';
import { checkPlayers, checkTask, willCheck } from './check-players.ts';
import { findRow } from './fair-play-player-store.ts';

/** Unusual signs about players, for administrators to check. They have no automatic consequences. */
function fairPlayFeature(
  { db, clock }: Platform,
  ports: { people: People; holdPlayers: HoldPlayers; fairPlaySources: FairPlayPorts },
) {
  const { people, holdPlayers, fairPlaySources: sources } = ports;
  const deps = { people, holdPlayers, sources, db, clock };
  const check = (fact: { playerId: string }) => willCheck(fact, deps);
  return {
    name: 'fair-play',
    routes: (app) => fairPlayRoutes(app, deps),
    tasks: { [checkTask]: () => checkPlayers(deps) },
    // Every minute.
    crontab: `* * * * * ${checkTask}`,
    listeners: {
      'player.signed-in': check,
      'payment.credited': check,
      'challenge.finished': check,
      'challenge.overturned': check,
      'challenge.voided': check,
    },
    exports: { fairPlay: (playerId) => exportRecord(db.reports, playerId) },
  } satisfies Feature;
}

/** A player's figures and reasons, without the players with whom they share anything. */
async function* exportRecord(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['fairPlay'][number]> {
  const row = await findRow(db, playerId);
  if (!row) return;
  const { finished, won, expected, winningsGC, sharedCards, sharedAccounts, sharedNetworks, score } = row;
  yield {
    ...{ finished, won, expected, winningsGC, sharedCards, sharedAccounts, sharedNetworks, score },
    reasons: row.signals.map(({ text }) => text),
    checkedAt: row.checkedAt.toISOString(),
  };
}

export const module = {
  playerTables: {
    fair_play_checks: { player: 'player_id', exported: 'nothing' },
    fair_play_players: { player: 'player_id', exported: 'fairPlay' },
  },
  open: fairPlayFeature,
} satisfies FeatureModule;
