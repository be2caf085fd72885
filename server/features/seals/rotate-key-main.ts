import { parseArgs } from 'node:util';
import { checkSecrets } from '../../check-secrets.ts';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { withDatabaseUrl } from '../../platform/embedded-postgres/with-database.ts';
import { keptSecret } from '../../platform/secrets.ts';
import { runCommand } from '../../run-command.ts';
import { sealKeys } from './seal-keys.ts';

/**
 * `npm run rotate-seal-key`: makes the key that the next tree heads are signed with, vouched for by the one before. May run
 * beside a working system; nothing has to be restarted. `--lost`: the one before cannot be opened any more, so nobody vouches.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { lost: { type: 'boolean', default: false } } });
  const config = readConfig();
  const appSecret = config.appSecret ?? (await keptSecret(config.dataDir));
  await withDatabaseUrl(config, async (url) => {
    const db = openDatabase(url, { poolSize: 1 });
    try {
      await checkSecrets(db, { ...config, configured: config.appSecret, appSecret });
      const keyId = await sealKeys({ db, appSecret }).rotate(systemClock.now(), { isLost: values.lost });
      console.log(`The key ${keyId} signs from now on`);
    } finally {
      await db.close();
    }
  });
});
