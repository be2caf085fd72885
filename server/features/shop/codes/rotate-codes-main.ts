import { checkSecrets } from '../../../check-secrets.ts';
import { readConfig } from '../../../config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { withDatabaseUrl } from '../../../platform/embedded-postgres/with-database.ts';
import { keptSecret } from '../../../platform/secrets.ts';
import { openVault } from '../../../platform/vault/open-vault.ts';
import { runCommand } from '../../../run-command.ts';
import { rotateCodes } from './rotate-codes.ts';

/**
 * `npm run rotate-codes`: seals every gift-card code anew by the first of CODE_KEYS, while the shop is open or not, and
 * prints how many codes each key holds then. A key that holds none may be taken out of CODE_KEYS.
 */
await runCommand(async () => {
  const config = readConfig();
  const appSecret = config.appSecret ?? (await keptSecret(config.dataDir));
  const vault = openVault(config.codes, appSecret);
  await withDatabaseUrl(config, async (url) => {
    const db = openDatabase(url, { poolSize: 1 });
    try {
      await checkSecrets(db, { ...config, configured: config.appSecret, appSecret });
      const { resealed, byKey } = await rotateCodes({ db, vault });
      console.log(`Sealed ${resealed} codes by key ${vault.currentKeyId}`);
      for (const { keyId, codes } of byKey) console.log(`  ${keyId}  ${codes} codes`);
    } finally {
      await db.close();
    }
  });
});
