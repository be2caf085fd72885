// SPDX-License-Identifier: Apache-2.0

import type { SealSite } from '../../../contract/sealed-copy.ts';
import { sealsApi } from '../../../contract/seals.ts';
import { ApiError, call } from '../../lib/api.ts';
import { findVerifier } from '../../lib/find-verifier.ts';

/** The copy shows without the ledger's word if that takes longer. */
const quiet = () => ({ quiet: true, signal: AbortSignal.timeout(30_000) });

/** The ledger may be shorter than before. */
async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The published ledger of this site. */
export const sealSite: SealSite = {
  readNewest: () => call(sealsApi.head, {}, quiet()),
  findHead: async (after) => (await call(sealsApi.heads, { query: { after, limit: 1 } }, quiet())).heads[0],
  proveInclusion: async (leaf, size) =>
    (await orNull(call(sealsApi.inclusion, { query: { leaf, size } }, quiet())))?.hashes ?? null,
  proveConsistency: async (from, to) =>
    (await orNull(call(sealsApi.consistency, { query: { from, to } }, quiet())))?.hashes ?? null,
  findVerifier,
};
