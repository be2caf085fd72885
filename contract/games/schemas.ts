// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { schemas as fortnite } from './fortnite/schemas.ts';
import type { GameId } from './game.ts';
import { schemas as pubg } from './pubg/schemas.ts';

/**
 * The schemas of each game: the account's name, a reading, an attempt's stats, and for totals also a player's career.
 */
export const gameSchemas = { fortnite, pubg } satisfies Record<GameId, object>;

/** An account in a call whose game is determined later. The game's own schema decides then. */
export const anyAccount = fortnite.accountText.max(64, 'Use at most 64 characters');

/** What a challenge requires besides place and kills. */
export const gameTerms = pubg.terms;
export type GameTerms = z.infer<typeof gameTerms>;

/** The basis of a decision: totals, or the deciding match. */
export const attemptStats = z.union([fortnite.attemptStats, pubg.attemptStats]);
export type AttemptStats = z.infer<typeof attemptStats>;

/** A game's statistics at entry. */
export const firstReading = z.discriminatedUnion('kind', [fortnite.reading, pubg.reading]);
export type FirstReading = z.infer<typeof firstReading>;
