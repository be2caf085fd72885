import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { openVault, type VaultOptions } from '../../platform/vault/open-vault.ts';
import type { Vault } from '../../platform/vault/vault.ts';

export interface ShopDeps {
  db: Database;
  clock: Clock;
  vault: Vault;
  storage: Storage;
}

/** What routes, jobs and seed of this feature need, made from configuration. */
export function shopDeps(options: {
  db: Database;
  clock: Clock;
  codes: VaultOptions;
  storage: Storage;
  appSecret: string;
}): ShopDeps {
  const { db, clock, codes, storage, appSecret } = options;
  return { db, clock, storage, vault: openVault(codes, appSecret) };
}
