// SPDX-License-Identifier: Apache-2.0

import { createECDH } from 'node:crypto';
import type { Database } from '../../../platform/db/database.ts';
import { deriveLastingKey } from '../../../platform/secrets.ts';
import { createVault } from '../../../platform/vault/vault.ts';
import { newPushKeys, type PushKeys } from '../../../providers/web-push/web-push.ts';
import { findPushKeys, type StoredPushKeys, storePushKeys } from './push-key-store.ts';

export type GetPushKeys = () => Promise<PushKeys>;

interface Options {
  db: Database;
  appSecret: string;
  /** VAPID_PRIVATE_KEY: 32 bytes in base64url. */
  configured: string | undefined;
}

/** Derives the public key from the private one. */
export function toPair(privateKey: string): PushKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return { privateKey, publicKey: curve.getPublicKey('base64url') };
}

/**
 * The keys that sign messages to devices: the configured ones, or those that this installation created at first use.
 * All processes share them, and browsers are bound to the public key, so they never change.
 */
export function pushKeys({ db, appSecret, configured }: Options): GetPushKeys {
  if (configured !== undefined) {
    const pair = toPair(configured);
    return async () => pair;
  }
  const key = deriveLastingKey(appSecret, 'push-keys');
  const vault = createVault({ keys: [{ id: 'app', key }], fingerprintKey: key });

  const open = ({ publicKey, ...sealed }: StoredPushKeys): PushKeys => ({
    publicKey,
    privateKey: vault.open(sealed, publicKey),
  });
  async function findOrMake(): Promise<PushKeys> {
    const kept = await findPushKeys(db);
    if (kept) return open(kept);
    const { publicKey, privateKey } = await newPushKeys();
    await storePushKeys(db, { publicKey, ...vault.seal(privateKey, publicKey) });
    return open((await findPushKeys(db)) as StoredPushKeys);
  }
  let known: PushKeys | undefined;
  return async () => {
    known ??= await findOrMake();
    return known;
  };
}
