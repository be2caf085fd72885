// SPDX-License-Identifier: Apache-2.0

import { createHash, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { headText, keyIdInput, leafInput, nodeInput, toBase64, toHex } from '../../contract/seal-proof.ts';
import type { SealedEntries, SealedTransfer, SealLog, TreeHead } from '../../contract/seals.ts';
import type { HistoryEntry } from '../../contract/wallet.ts';

// A statement's line, and a two-leaf ledger's answer for it, made without the server.

export const origin = 'finalring-ledger/test';
export const playerId = '01990000-0000-7000-8000-000000000001';
export const salt = new Uint8Array(16).fill(5);
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

export const line: HistoryEntry = {
  _id: '7',
  description: 'Award',
  status: 'Success',
  type: 'eventReward',
  amount: 50,
  currency: 'GC',
  date: '2026-11-22T18:00:00.123Z',
};
export const sealed: SealedTransfer = {
  ledger: 1,
  id: '7',
  at: '2026-11-22T18:00:00.123456Z',
  currency: 'GC',
  amount: '50',
  from: 'house:rewards',
  to: `player:${playerId}`,
  type: 'event_reward',
  description: 'Award',
  cause: '00',
};

export const rawKey = ({ publicKey }: { publicKey: KeyObject }) =>
  new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
export const pair = generateKeyPairSync('ed25519');
export const log: SealLog = {
  origin,
  keys: [
    {
      keyId: hash('sha256', keyIdInput(origin, rawKey(pair))).slice(0, 8),
      publicKey: toBase64(rawKey(pair)),
      fromSize: 0,
      vouch: null,
    },
  ],
};

/** Two leaves: another one, and the one of `text`. */
export function seal(text = JSON.stringify(sealed)): SealedEntries & { head: TreeHead } {
  const other = sha256(leafInput(salt, 'other'));
  const root = toHex(sha256(nodeInput(other, sha256(leafInput(salt, text)))));
  const head = { size: 2, root, sealedAt: '2026-11-22T18:01:00.000Z' };
  const signature = toBase64(sign(null, Buffer.from(headText(origin, head)), pair.privateKey));
  const proof = { index: 1, text, salt: toHex(salt), hashes: [toHex(other)] };
  const keyId = log.keys[0]?.keyId ?? '';
  return { log, head: { ...head, keyId, signature }, entries: [{ transferId: '7', proof }] };
}
