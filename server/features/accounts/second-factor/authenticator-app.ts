// SPDX-License-Identifier: Apache-2.0

import { Secret, TOTP } from 'otpauth';
import { deriveLastingKey } from '../../../platform/secrets.ts';
import { createVault, type Vault } from '../../../platform/vault/vault.ts';

/** The default of authenticator apps (RFC 6238): SHA-1, six digits, 30 seconds. */
const format = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** A clock may be 30 seconds off. */
const window = 1;

/** The vault that encrypts the secrets of apps, like those of push subscriptions. */
export function factorVault(appSecret: string): Vault {
  const key = deriveLastingKey(appSecret, 'second-factor');
  return createVault({ keys: [{ id: 'app', key }], fingerprintKey: key });
}

/** A new secret, in the alphabet that apps accept. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

function toTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...format, ...names, secret });
}

/** The address in the QR code that an app scans: `otpauth://totp/...` */
export function toAddress(secret: string, names: { issuer: string; label: string }): string {
  return toTotp(secret, names).toString();
}

/** The 30-second step of a code, near `now`; undefined if it matches none. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = toTotp(secret).validate({ token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: format.period, timestamp }) + delta;
}
