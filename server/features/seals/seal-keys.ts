// SPDX-License-Identifier: Apache-2.0

import { createPrivateKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { headText, keyIdInput, keyText, restoreText, toBase64 } from '../../../contract/seal-proof.ts';
import type { TreeHead } from '../../../contract/seals.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { deriveLastingKey } from '../../platform/secrets.ts';
import { createVault } from '../../platform/vault/vault.ts';
import { readOrigin } from './read-log.ts';
import { findCurrentKey, insertKey, type StoredKey } from './seal-key-store.ts';
import type { RestoreRow } from './seal-restore-store.ts';
import { type HeadRow, holdLog } from './seal-store.ts';

/** The prefix that turns a raw key into an RFC 8410 key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export function toHead({ size, root, sealedAt, keyId, signature }: HeadRow): TreeHead {
  return {
    size,
    root: root.toString('hex'),
    sealedAt: sealedAt.toISOString(),
    keyId,
    signature: toBase64(signature),
  };
}

interface SigningKey {
  keyId: string;
  privateKey: KeyObject;
}

type SignHead = (head: Omit<HeadRow, 'keyId' | 'signature'>) => HeadRow;

/**
 * The keys that sign tree heads: the first is created on demand, later ones by `rotate`. The database stores them,
 * encrypted with a key derived from APP_SECRET; neither the database nor APP_SECRET alone can sign.
 */
export function sealKeys({ db, appSecret }: { db: Database; appSecret: string }) {
  const wrapping = deriveLastingKey(appSecret, 'seal-keys');
  const vault = createVault({ keys: [{ id: 'app', key: wrapping }], fingerprintKey: wrapping });
  const open = ({ keyId, sealed }: StoredKey): SigningKey => ({
    keyId,
    privateKey: createPrivateKey({
      key: Buffer.from(vault.open(sealed, keyId), 'base64'),
      format: 'der',
      type: 'pkcs8',
    }),
  });

  async function make(
    tx: Tx,
    { number, fromSize, voucher }: { number: number; fromSize: number; voucher?: KeyObject },
    now: Date,
  ): Promise<StoredKey> {
    const name = await readOrigin(tx);
    const pair = generateKeyPairSync('ed25519');
    const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(spkiPrefix.length);
    const keyId = hash('sha256', keyIdInput(name, publicKey), 'hex').slice(0, 8);
    const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const vouched = keyText(name, { publicKey: toBase64(publicKey), fromSize });
    const vouch = voucher ? sign(null, Buffer.from(vouched), voucher) : null;
    const made = { number, keyId, publicKey, fromSize, vouch, sealed: vault.seal(pkcs8, keyId) };
    await insertKey(tx, made, now);
    return made;
  }

  const makeFirst = (tx: Tx, now: Date) => make(tx, { number: 1, fromSize: 0 }, now);

  return {
    /** Signs heads with the current key. The caller must hold the log's lock. */
    async signer(tx: Tx, now: Date): Promise<SignHead> {
      const { keyId, privateKey } = open((await findCurrentKey(tx)) ?? (await makeFirst(tx, now)));
      const name = await readOrigin(tx);
      return (head) => {
        const text = headText(name, {
          size: head.size,
          root: head.root.toString('hex'),
          sealedAt: head.sealedAt.toISOString(),
        });
        return { ...head, keyId, signature: sign(null, Buffer.from(text), privateKey) };
      };
    },
    /** Signs a note about a restore with the current key. The caller must hold the log's lock. */
    async signRestore(tx: Tx, note: Omit<RestoreRow, 'keyId' | 'signature'>): Promise<RestoreRow> {
      const { keyId, privateKey } = open((await findCurrentKey(tx)) ?? (await makeFirst(tx, note.notedAt)));
      const text = restoreText(await readOrigin(tx), { ...note, notedAt: note.notedAt.toISOString() });
      return { ...note, keyId, signature: sign(null, Buffer.from(text), privateKey) };
    },
    /** Creates the first key if none exists. */
    prepare: (now: Date): Promise<void> =>
      db.transaction(async (tx) => {
        await holdLog(tx);
        if (!(await findCurrentKey(tx))) await makeFirst(tx, now);
      }),
    /**
     * Puts a new key into use. The previous one signs it, unless it was lost with the secret that encrypted it.
     * @returns its id
     */
    rotate: (now: Date, { isLost = false } = {}): Promise<string> =>
      db.transaction(async (tx) => {
        const { size: fromSize } = await holdLog(tx);
        const before = await findCurrentKey(tx);
        const voucher = before && !isLost ? { voucher: open(before).privateKey } : {};
        const made = await make(tx, { number: (before?.number ?? 0) + 1, fromSize, ...voucher }, now);
        return made.keyId;
      }),
  };
}

export type SealKeys = ReturnType<typeof sealKeys>;
