// SPDX-License-Identifier: Apache-2.0

import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/**
 * The application's secret is one, or several separated by commas, newest first, because it derives two kinds of keys.
 * Keys for things that live minutes or days (cookies, tokens) come from the newest secret; keys for permanent records
 * (identities of deleted players, cards) from the oldest. So operators replace a leaked secret by putting a new one in
 * front of it.
 */
function derive(secret: string | undefined, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret ?? '', '', `finalring/${purpose}`, 32));
}

const leastLength = 32;

/**
 * The secrets of a ring, newest first. If a part is too short to be a secret, the whole is one secret that contains
 * commas, as earlier releases allowed.
 */
export function secretsOfRing(secret: string): string[] {
  const parts = secret.split(',').map((part) => part.trim());
  return parts.every((part) => part.length >= leastLength) ? parts : [secret];
}

/** A 256-bit key for one purpose, so that no two uses share one; changes when the secret is replaced. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return derive(secretsOfRing(appSecret).at(0), purpose);
}

/** A 256-bit key for one purpose that stays the same when the secret is replaced. */
export function deriveLastingKey(appSecret: string, purpose: string): Buffer {
  return derive(secretsOfRing(appSecret).at(-1), purpose);
}

/** A 256-bit key from a secret that is never replaced. */
export function deriveOnlyKey(secret: string, purpose: string): Buffer {
  return derive(secret, purpose);
}

/** 32 bytes that show whether two keys are equal, and reveal nothing about either. */
export function computeCheckValue(key: Buffer): Buffer {
  return createHmac('sha256', key).update('finalring/check-value').digest();
}

/** The file with the sandbox's secret. */
export function secretFile(dataDir: string): string {
  return join(dataDir, 'app-secret');
}

/** The sandbox's secret: created once and kept in the data folder, so that sessions outlive a restart. */
export async function loadSandboxSecret(dataDir: string): Promise<string> {
  const file = secretFile(dataDir);
  try {
    await makeFolder(dataDir);
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}
