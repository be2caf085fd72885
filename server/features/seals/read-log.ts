// SPDX-License-Identifier: Apache-2.0

import { toBase64 } from '../../../contract/seal-proof.ts';
import type { SealLog } from '../../../contract/seals.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { installationId } from '../../platform/db/installation.ts';
import { listKeys } from './seal-key-store.ts';
import { listRestores } from './seal-restore-store.ts';

/** The name under which heads are signed. It stays the same when the installation moves to a different address. */
export async function readOrigin(db: Queryable): Promise<string> {
  return `finalring-ledger/${await installationId(db)()}`;
}

/** The log's name and public keys, and what its operator says about restores. */
export async function readLog(db: Queryable): Promise<SealLog> {
  const keys = (await listKeys(db)).map(({ keyId, publicKey, fromSize, vouch }) => ({
    keyId,
    publicKey: toBase64(publicKey),
    fromSize,
    vouch: vouch && toBase64(vouch),
  }));
  const restores = (await listRestores(db)).map(({ notedAt, signature, ...note }) => ({
    ...note,
    notedAt: notedAt.toISOString(),
    signature: toBase64(signature),
  }));
  return { origin: await readOrigin(db), keys, restores };
}
