// SPDX-License-Identifier: Apache-2.0

import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { headText, keyIdInput, toBase64 } from '../../contract/seal-proof.ts';
import { feeDescription, feeKey } from '../../contract/sealed-copy.ts';
import { hashOfLeaf } from '../../server/features/seals/tree.ts';

/** A sealed ledger whose only entry is the kept fee of an attempt, with the SHA-256 of this copy, as a site publishes it. */
export function makeOneLeafLog(attemptId: string, copy: string, sealedAt: string) {
  const salt = Buffer.alloc(16, 7);
  const cause = Buffer.concat([salt, Buffer.from(JSON.stringify([attemptId, feeKey(attemptId)]))]);
  const text = JSON.stringify({
    ...{ ledger: 1, id: '1', at: sealedAt, currency: 'GC', amount: '100', type: 'challenge_fee' },
    ...{ from: 'house:escrow', to: 'house:fees', description: feeDescription('Erangel', sha256(copy)) },
    cause: sha256(cause),
  });
  const origin = 'log.example';
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const keyId = sha256(keyIdInput(origin, publicKey)).slice(0, 8);
  const unsigned = { size: 1, root: hashOfLeaf(salt, text).toString('hex'), sealedAt };
  const signature = toBase64(sign(null, Buffer.from(headText(origin, unsigned)), pair.privateKey));
  const head = { ...unsigned, keyId, signature };
  const log = { origin, keys: [{ keyId, publicKey: toBase64(publicKey), fromSize: 0, vouch: null }] };
  return {
    leaf: { index: 0, text, salt: salt.toString('hex') },
    /** The answers below `/api/v1`, by path. */
    answers: {
      '/seals/head': { log, head },
      '/seals/heads': { heads: [head] },
      '/seals/inclusion': { hashes: [] },
    } as Record<string, object>,
  };
}

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'hex');
