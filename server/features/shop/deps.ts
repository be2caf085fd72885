import { join, resolve } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createStorage, type Storage } from '../../platform/storage/storage.ts';
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
  appSecret: string;
  dataDir: string;
}): ShopDeps {
  const { db, clock, codes, appSecret, dataDir } = options;
  return {
    db,
    clock,
    vault: openVault(codes, appSecret),
    storage: createStorage(resolve(join(dataDir, 'media'))),
  };
}
