// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import type { Finding } from '../../platform/finding.ts';
import type { GameClient, GameClientOptions } from './answer.ts';
import { checkFortnite } from './fortnite/check-fortnite.ts';
import { createFortniteClient } from './fortnite/client.ts';

export interface GameProvider {
  createClient(options: GameClientOptions): GameClient;
  /** Whether the source accepts our keys, one finding each (`finalring doctor`). */
  check(source: { baseUrl: string; keys: readonly { key: string }[] }): Promise<Finding[]>;
}

/** What reads the statistics of each game. */
export const gameProviders: Readonly<Record<GameId, GameProvider>> = {
  fortnite: { createClient: createFortniteClient, check: checkFortnite },
};
