// SPDX-License-Identifier: Apache-2.0

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey, deriveLastingKey } from '../../platform/secrets.ts';

/** 256 random bits for an address or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a token; the database stores nothing else of it. Random tokens of 100 bits and more need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The keys of this feature, each for one purpose. */
export interface AccountKeys {
  cookie: Buffer;
  linkToken: Buffer;
  identity: Buffer;
  network: Buffer;
}

export function accountKeys(appSecret: string): AccountKeys {
  return {
    cookie: deriveKey(appSecret, 'sign-in-cookie'),
    linkToken: deriveKey(appSecret, 'discord-link-token'),
    identity: deriveLastingKey(appSecret, 'identity-hash'),
    network: deriveKey(appSecret, 'network-hash'),
  };
}

/** Recognises an identity even after its account was deleted, without revealing whose it was. */
export function identityHash(key: Buffer, provider: string, subject: string): string {
  return createHmac('sha256', key).update(`${provider}:${subject}`).digest('hex');
}

/** Shows whether two sign-ins came from the same network, without revealing which one. */
export function networkHash(key: Buffer, network: string): string {
  return createHmac('sha256', key).update(network).digest('hex').slice(0, 32);
}

export function linkTokenDigest(key: Buffer, playerId: string, idempotencyKey: string): Buffer {
  return createHmac('sha256', key).update(`${playerId}:${idempotencyKey}`).digest();
}
