// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, lineOfText, timestamp } from './endpoint.ts';

export const passkeyLimits = { perAccount: 10, name: 60 };

export const passkey = z.object({
  _id: id,
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const name = z
  .string('A name is required.')
  .trim()
  .min(1, 'A name is required.')
  .max(passkeyLimits.name, `Use at most ${passkeyLimits.name} characters.`)
  .regex(lineOfText, 'Use one line of text.');
export const passkeyNameInput = z.object({ name });

/** Bytes in base64url, as WebAuthn encodes them in JSON. */
const bytes = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);
/** A credential's id has at most 1023 bytes. */
const credentialId = bytes(1364);
const transports = z
  .array(
    z
      .string()
      .max(20)
      .regex(/^[a-z-]+$/),
  )
  .max(8);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
};

/** A browser's response to `creation` (WebAuthn Level 3, RegistrationResponseJSON): the parts that we use. */
export const passkeyCreated = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(16_000),
    transports: transports.optional(),
  }),
});
export type PasskeyCreated = z.output<typeof passkeyCreated>;

/** A browser's response to `request` (AuthenticationResponseJSON): the parts that we use. */
export const passkeyUsed = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
  }),
});
export type PasskeyUsed = z.output<typeof passkeyUsed>;

const descriptors = z.array(
  z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()).optional() }),
);
const userVerification = z.literal('required');

/** PublicKeyCredentialCreationOptionsJSON, as browsers accept it. */
const creation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof creation>;

/** PublicKeyCredentialRequestOptionsJSON. */
const request = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: descriptors,
  userVerification,
});
export type PasskeyRequest = z.infer<typeof request>;

const base = '/auth/second-factor/passkeys';

/** The caller's passkeys as a second factor; `secondFactorApi.confirm` uses one. */
export const passkeysApi = {
  start: endpoint({
    method: 'POST',
    path: `${base}/start`,
    access: 'signed-in',
    summary: 'Start adding a passkey',
    data: creation,
    refusals: ['forbidden', 'passkey_limit', 'second_factor_required', 'sign_in_stale'],
  }),
  finish: endpoint({
    method: 'POST',
    path: `${base}/finish`,
    access: 'signed-in',
    summary: 'Finish adding a passkey',
    message: 'Passkey added',
    body: z.object({ name, created: passkeyCreated }),
    data: z.object({ passkey, recoveryCodes: z.array(z.string()) }),
    refusals: [
      'forbidden',
      'passkey_limit',
      'passkey_exists',
      'passkey_expired',
      'passkey_refused',
      'second_factor_required',
      'sign_in_stale',
    ],
  }),
  request: endpoint({
    method: 'POST',
    path: `${base}/request`,
    access: 'signed-in',
    summary: 'Start confirming with a passkey',
    data: request,
    refusals: ['second_factor_missing'],
  }),
  rename: endpoint({
    method: 'PATCH',
    path: `${base}/:id`,
    access: 'signed-in',
    summary: 'Rename a passkey',
    message: 'Passkey renamed',
    params: z.object({ id }),
    body: passkeyNameInput,
    data: passkey,
    refusals: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access: 'signed-in',
    summary: 'Remove a passkey',
    message: 'Passkey removed',
    params: z.object({ id }),
    refusals: ['not_found', 'second_factor_required'],
  }),
};
