import { parseArgs } from 'node:util';
import { namedSecrets } from './check-secrets.ts';
import { readConfig } from './config.ts';
import { hasOwnPushKeys } from './features/notifications/feature.ts';
import { listSealKeys } from './features/seals/feature.ts';
import { isKeyUsed, withdrawCodes } from './features/shop/feature.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { withDatabaseUrl } from './platform/embedded-postgres/with-database.ts';
import { forgetSecret, isSameSecret, knownSecrets } from './platform/secret-checks.ts';
import { keptSecret } from './platform/secrets.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run secrets`: which secrets the database has been used with, and whether those of the configuration are the same;
 * exit code 1 when one is not. `npm run secrets -- --forget NAME` lets the next start take anything that is configured for one
 * that is lost, and `--lost ID` gives up the codes of a key of CODE_KEYS; docs/operate.md says what that costs.
 */
async function giveUpKey(db: Database, id: string, configured: readonly { id: string }[]): Promise<void> {
  if (configured.some((key) => key.id === id)) {
    throw new Error(`the key ${id} is configured (CODE_KEYS): its codes can be read`);
  }
  const outcome = await db.transaction(async (tx) => {
    const wasKnown = await forgetSecret(tx, `CODE_KEYS:${id}`);
    return wasKnown || (await isKeyUsed(tx, id)) ? withdrawCodes(tx, id, new Date()) : undefined;
  });
  if (!outcome) throw new Error(`there is no key ${id}`);
  const { withdrawn, sold } = outcome;
  console.log(`The key ${id} is given up. Taken off sale: ${withdrawn} codes, which may be imported again.`);
  if (sold > 0)
    console.log(`Sold before, and not to be shown any more: ${sold} codes. Replace them when asked to.`);
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { forget: { type: 'string' }, lost: { type: 'string' } } });
  const config = readConfig();
  const appSecret = config.appSecret ?? (await keptSecret(config.dataDir));
  const configured = namedSecrets({ ...config, configured: config.appSecret, appSecret });
  await withDatabaseUrl(config, async (url) => {
    const db = openDatabase(url, { poolSize: 1 });
    try {
      if (values.lost !== undefined) return await giveUpKey(db, values.lost, config.codes.keys ?? []);
      const name = values.forget;
      if (name !== undefined) {
        const wasKnown = await db.transaction((tx) => forgetSecret(tx, name));
        if (!wasKnown) throw new Error(`${name} is not known; without --forget the names are listed`);
        console.log(`${name} is forgotten: the next start takes the one that is configured then`);
        return;
      }
      const known = await knownSecrets(db);
      for (const secret of configured) {
        const before = known.find((one) => one.name === secret.name);
        const isSame = before !== undefined && isSameSecret(before, secret);
        console.log(`${isSame ? 'same     ' : before ? 'DIFFERENT' : 'new      '}  ${secret.name}`);
        if (before && !isSame) process.exitCode = 1;
      }
      if (!config.vapidPrivateKey && (await hasOwnPushKeys(db))) {
        console.log('made here  VAPID_PRIVATE_KEY');
      }
      for (const { keyId } of await listSealKeys(db)) console.log(`made here  ledger key ${keyId}`);
      for (const { name: gone } of known.filter(
        (one) => !configured.some((secret) => secret.name === one.name),
      )) {
        console.log(`not set    ${gone}`);
      }
    } finally {
      await db.close();
    }
  });
});
