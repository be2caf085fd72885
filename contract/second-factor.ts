// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, timestamp } from './endpoint.ts';
import { passkey, passkeyUsed } from './passkeys.ts';
import { ifMissing } from './sent-numbers.ts';

/** The second factor of an administrator (docs/rules/second-factor.md). */
export const secondFactor = z.object({
  /** Whether this installation requires one for this player's permissions. */
  isDemanded: z.boolean(),
  /** Whether the player may set one up: anyone with a permission may. */
  mayEnrol: z.boolean(),
  /** When the authenticator app was set up. */
  appSince: timestamp.nullable(),
  /** Oldest first. */
  passkeys: z.array(passkey),
  /** Recovery codes that have not been used yet. */
  recoveryCodesLeft: amount,
  /** When this session last confirmed it; null: never. */
  confirmedAt: timestamp.nullable(),
  /** Until when irreversible actions don't ask again. */
  freshUntil: timestamp.nullable(),
  /** Until when codes are refused after too many wrong ones. */
  lockedUntil: timestamp.nullable(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Whether the player has a second factor: an app or a passkey. */
export function isEnrolled({ appSince, passkeys }: Pick<SecondFactor, 'appSince' | 'passkeys'>): boolean {
  return appSince !== null || passkeys.length > 0;
}

const appCode = z
  .string(ifMissing('A code is required'))
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that your app shows'));

/** In groups, as displayed; case and dashes don't matter. */
const recoveryCode = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replace(/[^0-9A-Z]/g, ''))
  .pipe(z.string().regex(/^[0-9A-Z]{16}$/, 'A recovery code has sixteen letters and digits'));

const freshness = z.object({ confirmedAt: timestamp, freshUntil: timestamp });
const recoveryCodes = z.array(z.string());

export const appCodeInput = z.object({ code: appCode });
export const recoveryCodeInput = z.object({ recoveryCode });
const passkeyInput = z.object({ passkey: passkeyUsed });

/** Changes to a second factor, which the player is notified of on the site and by mail. */
export const factorChanges = {
  'app-added': {
    title: 'Authenticator app set up',
    body: 'Your account now asks for its codes.',
  },
  'app-removed': {
    title: 'Authenticator app removed',
    body: 'Your account no longer accepts its codes.',
  },
  'passkey-added': {
    title: 'Passkey added',
    body: 'You can now use it as your second factor.',
  },
  'passkey-removed': {
    title: 'Passkey removed',
    body: 'Your account no longer accepts it.',
  },
  'removed-by-administrator': {
    title: 'Second factor removed',
    body: 'Another administrator removed your second factor and signed you out everywhere.',
  },
  'recovery-code-used': {
    title: 'Recovery code used',
    body: 'One of your recovery codes was used. It won’t work again.',
  },
  'recovery-codes-renewed': {
    title: 'New recovery codes',
    body: 'Your earlier recovery codes no longer work.',
  },
  locked: {
    title: 'Too many wrong codes',
    body: 'Someone typed five wrong codes in one of your sessions. We ended it and won’t accept codes for a while.',
  },
} as const;
export type FactorChange = keyof typeof factorChanges;
export const ifNotYou = 'If that wasn’t you, end your other sessions on your profile and tell your operator.';

export const secondFactorApi = {
  read: endpoint({
    method: 'GET',
    path: '/auth/second-factor',
    access: 'signed-in',
    summary: 'Get your second factor',
    data: secondFactor,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/second-factor/confirm',
    access: 'signed-in',
    summary: 'Confirm this session',
    message: 'Confirmed',
    body: z.union([appCodeInput, recoveryCodeInput, passkeyInput]),
    data: freshness,
    refusals: [
      'second_factor_missing',
      'second_factor_wrong',
      'second_factor_locked',
      'passkey_expired',
      'passkey_refused',
    ],
  }),
  startApp: endpoint({
    method: 'POST',
    path: '/auth/second-factor/app/start',
    access: 'signed-in',
    summary: 'Start an authenticator app',
    data: z.object({ secret: z.string(), address: z.string() }),
    refusals: ['forbidden', 'second_factor_exists', 'second_factor_required', 'sign_in_stale'],
  }),
  finishApp: endpoint({
    method: 'POST',
    path: '/auth/second-factor/app/finish',
    access: 'signed-in',
    summary: 'Finish an authenticator app',
    message: 'Authenticator app set up',
    body: appCodeInput,
    data: z.object({ recoveryCodes }),
    refusals: [
      'forbidden',
      'second_factor_exists',
      'second_factor_missing',
      'second_factor_wrong',
      'second_factor_required',
      'sign_in_stale',
    ],
  }),
  removeApp: endpoint({
    method: 'DELETE',
    path: '/auth/second-factor/app',
    access: 'signed-in',
    summary: 'Remove the authenticator app',
    message: 'Authenticator app removed',
    refusals: ['second_factor_missing', 'second_factor_required'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    access: 'signed-in',
    summary: 'Create new recovery codes',
    message: 'New recovery codes made',
    data: z.object({ recoveryCodes }),
    refusals: ['second_factor_missing', 'second_factor_required'],
  }),
};
