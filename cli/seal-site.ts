// SPDX-License-Identifier: Apache-2.0

import { readText } from '../contract/games/read-answer.ts';
import { verifyByWebCrypto } from '../contract/seal-proof.ts';
import type { SealSite } from '../contract/sealed-copy.ts';
import { sealsApi } from '../contract/seals.ts';

const longestBytes = 1024 * 1024;

/** The published ledger of a site, of which any page's address will do. */
export function sealSite(address: string): SealSite {
  const read = async (path: string): Promise<unknown> => {
    const url = new URL(`/api/v1${path}`, address);
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(30_000) });
    if (answer.status === 404) return null;
    const text = await readText(answer, longestBytes);
    if (!answer.ok || text === undefined) throw new Error(`${url.pathname} answered ${answer.status}`);
    return (JSON.parse(text) as { data: unknown }).data;
  };
  const { head, heads, inclusion, consistency } = sealsApi;
  return {
    readNewest: async () => head.data.parse(await read(head.path)),
    findHead: async (after) => heads.data.parse(await read(`${heads.path}?after=${after}&limit=1`)).heads[0],
    async proveInclusion(leaf, size) {
      const answer = await read(`${inclusion.path}?leaf=${leaf}&size=${size}`);
      return answer === null ? null : inclusion.data.parse(answer).hashes;
    },
    async proveConsistency(from, to) {
      const answer = await read(`${consistency.path}?from=${from}&to=${to}`);
      return answer === null ? null : consistency.data.parse(answer).hashes;
    },
    findVerifier: async () => verifyByWebCrypto,
  };
}
