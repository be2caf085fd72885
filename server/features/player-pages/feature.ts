// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { PagePorts } from './read-page.ts';
import { playerPagesRoutes } from './routes.ts';

/** Players' pages as others see them: each shows the parts that its player chose, from other features' data. */
function playerPagesFeature({ db }: Platform, ports: PagePorts) {
  return {
    name: 'player-pages',
    routes: (app) => playerPagesRoutes(app, { ...ports, db }),
  } satisfies Feature;
}

export const module = {
  playerTables: {
    player_page_choices: {
      player: 'player_id',
      exported: ['shows_wins', 'shows_bests', 'shows_achievements'],
    },
  },
  open: playerPagesFeature,
} satisfies FeatureModule;
