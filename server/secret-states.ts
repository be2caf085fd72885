// SPDX-License-Identifier: Apache-2.0

import { namedSecrets } from './check-secrets.ts';
import type { Config } from './config.ts';
import { hasOwnPushKeys } from './features/notifications/feature.ts';
import { listSealKeys } from './features/seals/feature.ts';
import type { Database } from './platform/db/database.ts';
import { isSameSecret, knownSecrets } from './platform/secret-checks.ts';

export interface SecretState {
  name: string;
  /**
   * `made`: created by the installation, and kept in the database. `unset`: the database knows one, but none is
   * configured.
   */
  state: 'same' | 'different' | 'new' | 'made' | 'unset';
}

/** Every secret that is configured or that the database was used with. */
export async function readSecretStates(
  db: Database,
  config: Pick<Config, 'codes' | 'dataDir' | 'vapidPrivateKey'> & { appSecret: string },
): Promise<SecretState[]> {
  const configured = namedSecrets({ ...config, configured: config.appSecret });
  const known = await knownSecrets(db);
  const states: SecretState[] = configured.map((secret) => {
    const before = known.find(({ name }) => name === secret.name);
    const state = before ? (isSameSecret(before, secret) ? 'same' : 'different') : 'new';
    return { name: secret.name, state };
  });
  if (!config.vapidPrivateKey && (await hasOwnPushKeys(db))) {
    states.push({ name: 'VAPID_PRIVATE_KEY', state: 'made' });
  }
  for (const { keyId } of await listSealKeys(db)) states.push({ name: `ledger key ${keyId}`, state: 'made' });
  const gone = known.filter(({ name }) => !configured.some((secret) => secret.name === name));
  return [...states, ...gone.map(({ name }): SecretState => ({ name, state: 'unset' }))];
}
