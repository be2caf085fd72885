// SPDX-License-Identifier: Apache-2.0

import type { Config } from './config.ts';
import { checkCodeSecrets, vaultKeys } from './features/shop/feature.ts';
import type { Database, Queryable, Tx } from './platform/db/database.ts';
import {
  isSameSecret,
  type KnownSecret,
  knownSecrets,
  lockSecretChecks,
  type NamedSecret,
  rememberSecrets,
} from './platform/secret-checks.ts';
import { deriveLastingKey, secretFile } from './platform/secrets.ts';

/**
 * With secrets other than before, checkouts take coins for codes that nobody can decrypt, known codes count as new, and
 * a suspended player who deleted their account can sign up again. So the server refuses to start (docs/operate.md,
 * Secrets).
 */

export type SecretsOf = Pick<Config, 'codes' | 'dataDir'> & {
  /** As configured; undefined in a sandbox, which makes its own. */
  configured: string | undefined;
  /** The secret in use. */
  appSecret: string;
  /** Undefined if the installation made one, which it keeps sealed in the database. */
  vapidPrivateKey?: string | undefined;
};

const keyPrefix = 'CODE_KEYS:';
/** Browsers accept messages signed with one key only: after a change, players would have to turn them on again. */
const pushKeyName = 'VAPID_PRIVATE_KEY';

/** All secrets, named as in the table of check values; code keys in key-ring order. */
export function namedSecrets({ codes, appSecret, vapidPrivateKey }: SecretsOf): NamedSecret[] {
  const { keys, fingerprintKey } = vaultKeys(codes, appSecret);
  return [
    { name: 'APP_SECRET', key: deriveLastingKey(appSecret, 'check-value') },
    { name: 'CODE_FINGERPRINT_SECRET', key: fingerprintKey },
    ...keys.map(({ id, key }) => ({ name: `${keyPrefix}${id}`, key })),
    ...(vapidPrivateKey ? [{ name: pushKeyName, key: Buffer.from(vapidPrivateKey, 'base64url') }] : []),
  ];
}

/** A sandbox derives its key from its secret, so that key can never be part of a configured ring. */
const sandboxKey = `${keyPrefix}sandbox`;

const onDay = ({ firstSeenAt }: KnownSecret) => firstSeenAt.toISOString().slice(0, 10);

function appSecretFault(known: KnownSecret, { configured, dataDir }: SecretsOf): string {
  const since = `this database has used since ${onDay(known)}`;
  if (configured === undefined) {
    const file = secretFile(dataDir);
    return `the secret in ${file} differs from the one ${since}: restore that file, or copy it from another machine of this installation. To start over with a new built-in database, remove ${dataDir}. If the secret is lost: docs/operate.md, Secrets`;
  }
  return `APP_SECRET differs from the one ${since}: restore that one. To replace it, put the new one in front of it (APP_SECRET=new,old)`;
}

function describeMismatch(known: KnownSecret, secrets: SecretsOf): string {
  if (known.name === 'APP_SECRET') return appSecretFault(known, secrets);
  if (known.name.startsWith(keyPrefix)) {
    return `CODE_KEYS has a key ${known.name.slice(keyPrefix.length)} that differs from the one this database has used since ${onDay(known)}: restore that one, and give a new key its own id`;
  }
  if (known.name === pushKeyName) {
    return `${pushKeyName} differs from the one this database has used since ${onDay(known)}: restore that one. To replace it, run "finalring keys forget ${pushKeyName}"`;
  }
  return `${known.name} differs from the one this database has used since ${onDay(known)}: restore that one`;
}

/** A sandbox derives its other secrets from the application secret: when that one differs, only it is reported. */
function isDerived(name: string, { codes }: SecretsOf): boolean {
  if (name === 'CODE_FINGERPRINT_SECRET') return codes.fingerprintSecret === undefined;
  return name.startsWith(keyPrefix) && codes.keys === undefined;
}

/** Describes the secrets that differ from the known ones. */
function differingSecrets(known: readonly KnownSecret[], secrets: SecretsOf): string[] {
  const pairs = namedSecrets(secrets).flatMap((secret) => {
    const before = known.find(({ name }) => name === secret.name);
    return before && !isSameSecret(before, secret) ? [{ before, secret }] : [];
  });
  const isAppSecretWrong = pairs.some(({ secret }) => secret.name === 'APP_SECRET');
  return pairs
    .filter(({ secret }) => !(isAppSecretWrong && isDerived(secret.name, secrets)))
    .map(({ before }) => describeMismatch(before, secrets));
}

/** For commands that need no secrets: describes configured secrets that differ. Writes nothing. */
export async function differingConfigured(
  db: Queryable,
  { appSecret, codes, dataDir }: Pick<Config, 'appSecret' | 'codes' | 'dataDir'>,
): Promise<string[]> {
  const secrets = { configured: appSecret, appSecret: appSecret ?? '', codes, dataDir };
  const isConfigured = ({ name }: KnownSecret) =>
    name === 'APP_SECRET' ? appSecret !== undefined : !isDerived(name, secrets);
  return differingSecrets((await knownSecrets(db)).filter(isConfigured), secrets);
}

/**
 * The first key encrypts, and a process without that key could not decrypt the result. So operators first add a new key
 * at the end of the ring and restart every process.
 */
function findUnannouncedKey(names: readonly string[], known: readonly string[]): string[] {
  const first = names.find((name) => name.startsWith(keyPrefix));
  if (!first || known.length === 0 || known.includes(first)) return [];
  const id = first.slice(keyPrefix.length);
  return [
    `CODE_KEYS has the new key ${id} in front: move it to the end and restart every process, then move it to the front and restart again (docs/operate.md, Keys of gift-card codes)`,
  ];
}

async function findFaults(tx: Tx, secrets: SecretsOf): Promise<string[]> {
  await lockSecretChecks(tx);
  const known = await knownSecrets(tx);
  const named = namedSecrets(secrets);
  const differing = differingSecrets(known, secrets);
  if (differing.length > 0) return differing;
  const { usedKeyIds, faults } = await checkCodeSecrets(tx, vaultKeys(secrets.codes, secrets.appSecret));
  const knownKeys = [
    ...known.map(({ name }) => name).filter((name) => name.startsWith(keyPrefix) && name !== sandboxKey),
    ...usedKeyIds.map((id) => `${keyPrefix}${id}`),
  ];
  const all = [
    ...faults,
    ...findUnannouncedKey(
      named.map(({ name }) => name),
      knownKeys,
    ),
  ];
  if (all.length === 0) await rememberSecrets(tx, named);
  return all;
}

/**
 * Compares the secrets with the ones that the database was used with, and stores new ones.
 * @throws one line per differing secret, with the fix
 */
export async function checkSecrets(db: Database, secrets: SecretsOf): Promise<void> {
  const faults = await db.transaction((tx) => findFaults(tx, secrets));
  if (faults.length === 0) return;
  throw new Error(
    `the secrets do not match this database:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
  );
}
