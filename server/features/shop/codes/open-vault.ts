// SPDX-License-Identifier: Apache-2.0

import { deriveLastingKey, deriveOnlyKey } from '../../../platform/secrets.ts';
import { createVault, type Vault, type VaultKey } from '../../../platform/vault/vault.ts';

export interface VaultOptions {
  /** The key ring; undefined in a sandbox, which derives one key from the application's secret. */
  keys: readonly VaultKey[] | undefined;
  /** Undefined in a sandbox, as above. Separate from the encryption keys, since it must outlive every one of them. */
  fingerprintSecret: string | undefined;
}

/** The keys of the vault for gift-card codes, from the configuration. */
export function vaultKeys(
  { keys, fingerprintSecret }: VaultOptions,
  appSecret: string,
): { keys: readonly VaultKey[]; fingerprintKey: Buffer } {
  return {
    keys: keys ?? [{ id: 'sandbox', key: deriveLastingKey(appSecret, 'gift-card-codes') }],
    fingerprintKey:
      fingerprintSecret === undefined
        ? deriveLastingKey(appSecret, 'gift-card-fingerprints')
        : deriveOnlyKey(fingerprintSecret, 'gift-card-fingerprints'),
  };
}

/** The vault for gift-card codes, from the configuration. */
export function openVault(options: VaultOptions, appSecret: string): Vault {
  return createVault(vaultKeys(options, appSecret));
}
