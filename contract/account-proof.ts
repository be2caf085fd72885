// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { timestamp } from './endpoint.ts';

/**
 * Proof that the bound game account is the player's: by Discord's linked accounts, or by an administrator who checked it.
 */
export const accountProof = z.object({ by: z.enum(['discord', 'administrator']), at: timestamp });
export type AccountProof = z.infer<typeof accountProof>;

/** The game account that a player is bound to, by its name; `proof` is null until it is shown to be theirs. */
export const boundAccount = z.object({ epicId: z.string(), proof: accountProof.nullable() });
export type BoundAccount = z.infer<typeof boundAccount>;
