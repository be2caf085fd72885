// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { timestamp } from './endpoint.ts';

/**
 * Proof that the bound Epic account is the player's: by Discord's linked accounts, or by an administrator who checked it.
 */
export const epicProof = z.object({ by: z.enum(['discord', 'administrator']), at: timestamp });
export type EpicProof = z.infer<typeof epicProof>;

/** The Epic account that a player is bound to; `proof` is null until it is shown to be theirs. */
export const boundEpicAccount = z.object({ epicId: z.string(), proof: epicProof.nullable() });
export type BoundEpicAccount = z.infer<typeof boundEpicAccount>;
