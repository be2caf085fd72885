// SPDX-License-Identifier: Apache-2.0

import type { Queryable } from '../../../platform/db/database.ts';
import { createVault, type Vault, type VaultKey } from '../../../platform/vault/vault.ts';
import { fromSealedText } from '../rules.ts';
import { listOneCodePerKey } from './gift-card-code-store.ts';
import { getFingerprint } from './seal-code.ts';

/** The stored codes' evidence about the keys. Also works for databases from before check values were stored. */
export interface CodeSecretFindings {
  /** Ids of the keys that codes are encrypted with. */
  usedKeyIds: readonly string[];
  faults: readonly string[];
}

function openSample(vault: Vault, sample: Parameters<Vault['open']>[0] & { id: string }): string | undefined {
  try {
    return fromSealedText(vault.open(sample, sample.id)).code;
  } catch {
    return undefined;
  }
}

/** Decrypts one code of each key in use, and checks that it would be recognized by its fingerprint. */
export async function checkCodeSecrets(
  db: Queryable,
  { keys, fingerprintKey }: { keys: readonly VaultKey[]; fingerprintKey: Buffer },
): Promise<CodeSecretFindings> {
  const vault = createVault({ keys, fingerprintKey });
  const samples = await listOneCodePerKey(db);
  const faults = new Set<string>();
  for (const sample of samples) {
    if (!keys.some(({ id }) => id === sample.keyId)) {
      faults.add(
        `CODE_KEYS lacks the key ${sample.keyId}, which encrypts gift-card codes: add it at the end again. If it is lost, run "finalring keys give-up ${sample.keyId}"`,
      );
      continue;
    }
    const code = openSample(vault, sample);
    if (code === undefined) {
      faults.add(
        `CODE_KEYS has a key ${sample.keyId} that differs from the one that encrypts gift-card codes: restore that one`,
      );
    } else if (!getFingerprint(vault, code).equals(sample.fingerprint)) {
      faults.add(
        'CODE_FINGERPRINT_SECRET differs from the one that identifies gift-card codes: restore that one',
      );
    }
  }
  return { usedKeyIds: samples.map(({ keyId }) => keyId), faults: [...faults] };
}
