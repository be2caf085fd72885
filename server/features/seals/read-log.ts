// SPDX-License-Identifier: Apache-2.0

import { type SealLog, toBase64 } from '../../../contract/seal-proof.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { installationId } from '../../platform/db/installation.ts';
import { listKeys } from './seal-key-store.ts';

/** The name that heads are signed under. It stays when the installation moves to another address. */
export async function readOrigin(db: Queryable): Promise<string> {
  return `finalring-ledger/${await installationId(db)()}`;
}

/** Name and public keys. */
export async function readLog(db: Queryable): Promise<SealLog> {
  const keys = (await listKeys(db)).map(({ keyId, publicKey, fromSize, vouch }) => ({
    keyId,
    publicKey: toBase64(publicKey),
    fromSize,
    vouch: vouch && toBase64(vouch),
  }));
  return { origin: await readOrigin(db), keys };
}
