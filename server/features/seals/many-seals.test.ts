// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { areKeysSound, isHeadSigned, isIncluded, verifyByWebCrypto } from '../../../contract/seal-proof.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { drillSeals } from '../../../tests/support/seal-drill.ts';

const db = openTestDatabase({ poolSize: 2, statementMs: 0 });

// `npm run drill -- seal` does the same with 1,000,000 transfers, and has a browser check the proofs.
it('seals twelve thousand transfers at once and proves any of them', { tags: ['long'] }, async () => {
  const drill = await drillSeals(db, { transfers: 12_000, proofs: 25 }, () => {});
  expect(drill.breaches).toEqual([]);
  for (const { log, head, proof } of drill.proved) {
    expect(head.size).toBe(12_000);
    expect(await areKeysSound(log, verifyByWebCrypto)).toBe(true);
    expect(await isHeadSigned(log, head, verifyByWebCrypto)).toBe(true);
    expect(await isIncluded(proof, head)).toBe(true);
  }
});
