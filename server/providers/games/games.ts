// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import type { Finding } from '../../platform/finding.ts';
import type { OutsideService } from '../../platform/outside-call.ts';
import type { GameClient, GameClientOptions } from './answer.ts';
import { checkFortnite } from './fortnite/check-fortnite.ts';
import { createFortniteClient } from './fortnite/client.ts';
import type { StatsAccess } from './source.ts';

export interface GameProvider {
  /** Its name in the log, in metrics and for the status page. */
  service: OutsideService;
  createClient(options: GameClientOptions): GameClient;
  /** Whether the source accepts our keys, one finding each (`finalring doctor`). */
  check(source: StatsAccess): Promise<Finding[]>;
}

/** What reads the statistics of each game. */
export const gameProviders: Readonly<Record<GameId, GameProvider>> = {
  fortnite: { service: 'game-stats', createClient: createFortniteClient, check: checkFortnite },
};
