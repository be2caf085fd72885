// SPDX-License-Identifier: Apache-2.0

import type {
  PasskeyCreated,
  PasskeyCreation,
  PasskeyRequest,
  PasskeyUsed,
} from '../../../contract/passkeys.ts';
import { loadPart } from '../../lib/load-part.ts';

/** Loaded when a passkey is first needed. */
const loadLibrary = () => loadPart(() => import('@simplewebauthn/browser'));

/** Lets the browser create a passkey on the device that the player picks. Throws an error that can be shown to them. */
export function createPasskey(optionsJSON: PasskeyCreation): Promise<PasskeyCreated> {
  return inWords(async () => (await loadLibrary()).startRegistration({ optionsJSON }));
}

/** Lets the browser use one of the requested passkeys. Throws an error that can be shown to the player. */
export function answerByPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyUsed> {
  return inWords(async () => (await loadLibrary()).startAuthentication({ optionsJSON }));
}

/** By the browser's name for the error (WebAuthn Level 3, section 5.1). */
const words: Readonly<Record<string, string>> = {
  NotAllowedError: 'It was cancelled, or took too long.',
  AbortError: 'It was cancelled.',
  InvalidStateError: 'This device has a passkey for your account already.',
  ConstraintError: 'This device does not ask who uses it. Choose another, or set a screen lock.',
  NotSupportedError: 'This device cannot make passkeys for us. Choose another one.',
  SecurityError: 'Passkeys do not work at this address.',
};

async function inWords<Done>(work: () => Promise<Done>): Promise<Done> {
  if (!('PublicKeyCredential' in window)) throw new Error('This browser has no passkeys here.');
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const name = cause instanceof Error ? cause.name : '';
    throw new Error(words[name] ?? 'The browser did not get this done.', {
      cause: error,
    });
  }
}
