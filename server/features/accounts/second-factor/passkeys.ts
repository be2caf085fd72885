// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import type {
  PasskeyCreated,
  PasskeyCreation,
  PasskeyRequest,
  PasskeyUsed,
} from '../../../../contract/passkeys.ts';
import type { PasskeyKey } from '../passkey-store.ts';

/**
 * Loaded with the first answer (docs/decisions/0034): it costs a tenth of a second and 26 MB, which most installations
 * never need.
 */
const loadLibrary = () => import('@simplewebauthn/server');
const loadParts = () => import('@simplewebauthn/server/helpers');

/** How long a browser may wait for its user, and how long we accept an answer. */
export const challengeMs = 5 * 60_000;

/** COSE: EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];
/** Enough for RSA with 8192 bits. */
const maxPublicKeyBytes = 1100;

/** The site that asks: browsers let a passkey answer only its own site. */
export interface Site {
  origin: string;
  /** The relying party of the passkeys: the host of the public address. */
  id: string;
  name: string;
}

export function toSite({ publicUrl, brandName }: { publicUrl: string; brandName: string }): Site {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, id: hostname, name: brandName };
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const newChallenge = () => toText(randomBytes(32));
const toDescriptor = ({ credentialId, transports }: PasskeyKey) => ({
  type: 'public-key' as const,
  id: toText(credentialId),
  transports,
});

/**
 * The options with which a browser creates a passkey; a device that already has one of `held` creates no second one.
 */
export function toCreation(
  player: { id: string; name: string },
  held: readonly PasskeyKey[],
  site: Site,
): PasskeyCreation {
  return {
    rp: { id: site.id, name: site.name },
    user: { id: toText(Buffer.from(player.id)), name: player.name, displayName: player.name },
    challenge: newChallenge(),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    excludeCredentials: held.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    // The maker of the authenticator does not matter to us.
    attestation: 'none',
  };
}

/** The options with which a browser has one of `held` sign. */
export function toRequest(held: readonly PasskeyKey[], site: Site): PasskeyRequest {
  return {
    challenge: newChallenge(),
    timeout: challengeMs,
    rpId: site.id,
    allowCredentials: held.map(toDescriptor),
    userVerification: 'required',
  };
}

/** We ask for no extensions. */
const noExtensions = { clientExtensionResults: {} };

function expected(challenge: string, site: Site) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  };
}

/** The library throws for every fault of an answer; all of them mean the same to us: not a passkey. */
async function orNothing<Found>(work: () => Promise<Found | undefined>): Promise<Found | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/**
 * The key of a passkey just created for us; undefined for any other answer. Attestations with a certificate are
 * rejected before the library sees them: it would ask an address in the certificate about revocation, and outsiders
 * must not choose whom the server calls.
 */
export function readCreated(
  created: PasskeyCreated,
  challenge: string,
  site: Site,
): Promise<PasskeyKey | undefined> {
  return orNothing(async () => {
    const { decodeAttestationObject } = await loadParts();
    const attestation = decodeAttestationObject(Buffer.from(created.response.attestationObject, 'base64url'));
    const format = attestation.get('fmt');
    const isPlain = format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
    if (!isPlain) return undefined;
    const { verifyRegistrationResponse } = await loadLibrary();
    const { registrationInfo } = await verifyRegistrationResponse({
      // Transports are only hints, and the library's types list only those known today.
      response: { ...created, ...noExtensions, response: { ...created.response, transports: [] } },
      supportedAlgorithmIDs: algorithms,
      ...expected(challenge, site),
    });
    if (!registrationInfo || registrationInfo.credential.publicKey.length > maxPublicKeyBytes)
      return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      signCount: counter,
      transports: created.response.transports ?? [],
    };
  });
}

/**
 * The use counter of a passkey that has just answered this challenge. Undefined for any other answer, and for a counter
 * that does not increase, which reveals a copy of the passkey. Some passkeys do not count, and stay at 0.
 */
export function readUsed(
  used: PasskeyUsed,
  key: PasskeyKey,
  challenge: string,
  site: Site,
): Promise<number | undefined> {
  return orNothing(async () => {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, ...noExtensions },
      credential: {
        id: toText(key.credentialId),
        publicKey: new Uint8Array(key.publicKey),
        counter: key.signCount,
      },
      ...expected(challenge, site),
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}
