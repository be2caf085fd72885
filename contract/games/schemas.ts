// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { schemas as fortnite } from './fortnite/schemas.ts';
import type { GameId } from './game.ts';
import { schemas as pubg } from './pubg/schemas.ts';

/** The account's name, a reading, and what it shows of an attempt; of totals that grow also a player's career. By game. */
export const gameSchemas = { fortnite, pubg } satisfies Record<GameId, object>;

/** An account in a call whose game is found later. Then the game's own schema decides. */
export const anyAccount = fortnite.accountText.max(64, 'Use at most 64 characters');

/** What a challenge asks for besides place and kills. */
export const gameTerms = pubg.terms;
export type GameTerms = z.infer<typeof gameTerms>;

/** What a decision compares: totals, or the match that decided. */
export const attemptStats = z.union([fortnite.attemptStats, pubg.attemptStats]);
export type AttemptStats = z.infer<typeof attemptStats>;

/** What a game's statistics showed at entry. */
export const firstReading = z.discriminatedUnion('kind', [fortnite.reading, pubg.reading]);
export type FirstReading = z.infer<typeof firstReading>;
