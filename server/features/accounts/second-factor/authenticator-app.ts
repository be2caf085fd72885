// SPDX-License-Identifier: Apache-2.0

import { Secret, TOTP } from 'otpauth';
import { deriveLastingKey } from '../../../platform/secrets.ts';
import { createVault, type Vault } from '../../../platform/vault/vault.ts';

/** What apps take by default (RFC 6238): SHA-1, six digits, half a minute. */
const format = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** A clock that is half a minute off still counts. */
const window = 1;

/** Where the secrets of apps are sealed, as those of messages to devices are. */
export function factorVault(appSecret: string): Vault {
  const key = deriveLastingKey(appSecret, 'second-factor');
  return createVault({ keys: [{ id: 'app', key }], fingerprintKey: key });
}

/** A new secret, in the letters that apps take. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

function toTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...format, ...names, secret });
}

/** What the square of an app's camera says: `otpauth://totp/...` */
export function toAddress(secret: string, names: { issuer: string; label: string }): string {
  return toTotp(secret, names).toString();
}

/** The half-minute that a code is of, near `now`; undefined where it is of none. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = toTotp(secret).validate({ token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: format.period, timestamp }) + delta;
}
