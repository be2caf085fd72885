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

/**
 * Asks the browser to create a passkey on a device of the player's choice. Throws an error with a message for the
 * player.
 */
export function createPasskey(optionsJSON: PasskeyCreation): Promise<PasskeyCreated> {
  return inWords(async () => (await loadLibrary()).startRegistration({ optionsJSON }));
}

/** Asks the browser to use one of the passkeys. Throws an error with a message for the player. */
export function answerByPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyUsed> {
  return inWords(async () => (await loadLibrary()).startAuthentication({ optionsJSON }));
}

/** Messages by the browser's error name (WebAuthn Level 3, section 5.1). */
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
