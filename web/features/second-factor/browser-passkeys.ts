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
  NotAllowedError: 'You cancelled it, or it took too long.',
  AbortError: 'You cancelled it.',
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device has no screen lock. Set one, or use another device.',
  NotSupportedError: 'This device can’t make passkeys for this site. Use another one.',
  SecurityError: 'Passkeys don’t work at this address.',
};

async function inWords<Done>(work: () => Promise<Done>): Promise<Done> {
  if (!('PublicKeyCredential' in window)) throw new Error('This browser doesn’t support passkeys here.');
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const name = cause instanceof Error ? cause.name : '';
    throw new Error(words[name] ?? 'Your browser couldn’t do this.', {
      cause: error,
    });
  }
}
