// SPDX-License-Identifier: Apache-2.0

import type { Game } from './game.ts';

/** Fortnite Battle Royale: lifetime Solo counters that Epic Games publishes of every account. */
export const fortnite: Game = {
  id: 'fortnite',
  name: 'Fortnite',
};
