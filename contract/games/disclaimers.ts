// SPDX-License-Identifier: Apache-2.0

import type { GameId } from './game.ts';

/** Says that a publisher has nothing to do with us, where it asks for that. Apart from the games: every page loads those. */
export const disclaimers: Readonly<Partial<Record<GameId, string>>> = {
  pubg: 'Not affiliated with or endorsed by KRAFTON, the publisher of PUBG.',
};
