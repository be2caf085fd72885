// SPDX-License-Identifier: Apache-2.0

import type { Config } from './config.ts';
import { checkCodeSecrets } from './features/shop/feature.ts';
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
import { vaultKeys } from './platform/vault/open-vault.ts';

/**
 * With other secrets than those that a database was used with, checkouts would take coins for codes that nobody can open,
 * known codes would count as new, and a suspended player who deleted the account would sign up again. So nothing starts
 * with them (docs/operate.md, Secrets).
 */

export type SecretsOf = Pick<Config, 'codes' | 'dataDir'> & {
  /** As configured; undefined in a sandbox that has one of its own. */
  configured: string | undefined;
  /** The one in use. */
  appSecret: string;
  /** Undefined where the installation made one, which is kept sealed in the database itself. */
  vapidPrivateKey?: string | undefined;
};

const keyPrefix = 'CODE_KEYS:';
/** Browsers take messages that are signed with one key only: with another one players would have to turn them on again. */
const pushKeyName = 'VAPID_PRIVATE_KEY';

/** All secrets, by the names that the table of check values knows them by; in the order of the ring. */
export function namedSecrets({ codes, appSecret, vapidPrivateKey }: SecretsOf): NamedSecret[] {
  const { keys, fingerprintKey } = vaultKeys(codes, appSecret);
  return [
    { name: 'APP_SECRET', key: deriveLastingKey(appSecret, 'check-value') },
    { name: 'CODE_FINGERPRINT_SECRET', key: fingerprintKey },
    ...keys.map(({ id, key }) => ({ name: `${keyPrefix}${id}`, key })),
    ...(vapidPrivateKey ? [{ name: pushKeyName, key: Buffer.from(vapidPrivateKey, 'base64url') }] : []),
  ];
}

/** The key of a sandbox, which is made of its secret: nobody could put it into a ring. */
const sandboxKey = `${keyPrefix}sandbox`;

const onDay = ({ firstSeenAt }: KnownSecret) => firstSeenAt.toISOString().slice(0, 10);

function appSecretFault(known: KnownSecret, { configured, dataDir }: SecretsOf): string {
  const since = `that this database has been used with since ${onDay(known)}`;
  if (configured === undefined) {
    const file = secretFile(dataDir);
    return `the secret in ${file} is another than the one ${since}: put that file back, or remove ${dataDir} to start over; where it is lost, see "A lost secret" in docs/operate.md`;
  }
  return `APP_SECRET is another than the one ${since}: put that one back; to replace it, put the new one in front of it (APP_SECRET=new,old)`;
}

function describeMismatch(known: KnownSecret, secrets: SecretsOf): string {
  if (known.name === 'APP_SECRET') return appSecretFault(known, secrets);
  if (known.name.startsWith(keyPrefix)) {
    return `CODE_KEYS has another key ${known.name.slice(keyPrefix.length)} than this database has known since ${onDay(known)}: put that one back, and give a new key an id of its own`;
  }
  if (known.name === pushKeyName) {
    return `${pushKeyName} is another than the one that this database has been used with since ${onDay(known)}: put that one back; to replace it, finalring keys forget ${pushKeyName}`;
  }
  return `${known.name} is another than the one that this database has been used with since ${onDay(known)}: put that one back`;
}

/** In a sandbox the other secrets are made of the application's: one of them that differs is told once. */
function isDerived(name: string, { codes }: SecretsOf): boolean {
  if (name === 'CODE_FINGERPRINT_SECRET') return codes.fingerprintSecret === undefined;
  return name.startsWith(keyPrefix) && codes.keys === undefined;
}

/** Secrets that differ from those known. */
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

/**
 * For commands that need none of the secrets: those that are configured and differ, in words. Writes nothing.
 */
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
 * The key in front seals: anyone who lacks it could not open what it sealed. So it must have been seen behind another
 * one before, at a start that all processes took part in.
 */
function findUnannouncedKey(names: readonly string[], known: readonly string[]): string[] {
  const first = names.find((name) => name.startsWith(keyPrefix));
  if (!first || known.length === 0 || known.includes(first)) return [];
  const id = first.slice(keyPrefix.length);
  return [
    `CODE_KEYS has the new key ${id} in front: put it at the end and restart every process, then bring it to the front and restart again (docs/operate.md, Keys of gift-card codes)`,
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
 * Compares the secrets with those that the database was used with, and writes down new ones.
 * @throws one line for each that differs, with what to do
 */
export async function checkSecrets(db: Database, secrets: SecretsOf): Promise<void> {
  const faults = await db.transaction((tx) => findFaults(tx, secrets));
  if (faults.length === 0) return;
  throw new Error(
    `the secrets do not fit this database:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
  );
}
