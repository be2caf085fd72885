import { deriveKey } from '../secrets.ts';
import { createVault, type Vault, type VaultKey } from './vault.ts';

export interface VaultOptions {
  /** The ring; undefined in a sandbox, where one key is derived from the application's secret. */
  keys: readonly VaultKey[] | undefined;
  /** Undefined in a sandbox, as above. Another than the one that seals: it must outlive every key. */
  fingerprintSecret: string | undefined;
}

/** The vault of the gift-card codes, from the configuration. */
export function openVault({ keys, fingerprintSecret }: VaultOptions, appSecret: string): Vault {
  return createVault({
    keys: keys ?? [{ id: 'sandbox', key: deriveKey(appSecret, 'gift-card-codes') }],
    fingerprintKey: deriveKey(fingerprintSecret ?? appSecret, 'gift-card-fingerprints'),
  });
}
