// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { timestamp } from './endpoint.ts';

/**
 * Proof that the player owns the bound game account: from Discord's linked accounts, or from an administrator who
 * checked it.
 */
export const accountProof = z.object({ by: z.enum(['discord', 'administrator']), at: timestamp });
export type AccountProof = z.infer<typeof accountProof>;

/** The bound game account, by name. `proof` is null until the player has proven that it is theirs. */
export const boundAccount = z.object({ epicId: z.string(), proof: accountProof.nullable() });
export type BoundAccount = z.infer<typeof boundAccount>;
