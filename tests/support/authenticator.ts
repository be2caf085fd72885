// SPDX-License-Identifier: Apache-2.0

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreated, PasskeyUsed } from '../../contract/passkeys.ts';
import { createCertificate } from './certificate.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The subset of CBOR (RFC 8949) that authenticators write; keys stay in the given order. */
function cbor(value: number | string | Buffer | Buffer[] | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** What an authenticator, or a lying page, claims. */
export interface Circumstances {
  origin?: string;
  rpId?: string;
  type?: string;
  isVerified?: boolean;
  isPresent?: boolean;
  /** Its signature counter; 0 for authenticators without one. */
  count?: number;
}

const [present, verified, withKey] = [1, 4, 64];

/** A passkey in software, like one on a phone or a security key (WebAuthn Level 3), with ES256. */
export function createAuthenticator(site: { origin: string; rpId: string }) {
  const credentialId = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let count = 0;

  function clientData(type: string, challenge: string, { origin = site.origin }: Circumstances): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
  function authenticatorData(flags: number, of: Circumstances, rest = Buffer.alloc(0)): Buffer {
    const { rpId = site.rpId, isVerified = true, isPresent = true } = of;
    const set = flags | (isPresent ? present : 0) | (isVerified ? verified : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([set]), uint32(of.count ?? count), rest]);
  }
  const id = credentialId.toString('base64url');
  const credential = { id, rawId: id, type: 'public-key' } as const;

  return {
    id,
    /** Its answer to `creation`; optionally self-signed, or with a certificate. */
    create(
      { challenge }: { challenge: string },
      of: Circumstances & {
        isSelfSigned?: boolean;
        isCertified?: boolean;
      } = {},
    ): PasskeyCreated {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, xBytes],
          [-3, yBytes],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), uint16(credentialId.length), credentialId, key]);
      const clientDataJSON = clientData(of.type ?? 'webauthn.create', challenge, of);
      const authData = authenticatorData(withKey, of, attested);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      const own = new Map<string, unknown>([
        ['alg', -7],
        ['sig', signature],
        ...(of.isCertified ? [['x5c', [createCertificate({ publicKey, privateKey })]] as const] : []),
      ]);
      const isSigned = of.isSelfSigned || of.isCertified;
      const attestation = new Map<string, unknown>([
        ['fmt', isSigned ? 'packed' : 'none'],
        ['attStmt', isSigned ? own : new Map()],
        ['authData', authData],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Its answer to `request`. Increments the counter. */
    use({ challenge }: { challenge: string }, of: Circumstances = {}): PasskeyUsed {
      count += 1;
      const clientDataJSON = clientData(of.type ?? 'webauthn.get', challenge, of);
      const data = authenticatorData(0, of);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;
