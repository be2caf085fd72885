// SPDX-License-Identifier: Apache-2.0

import { createDecipheriv, createECDH, createHmac, type ECDH } from 'node:crypto';

/**
 * Decrypts a message like a browser (RFC 8188, RFC 8291). Written from the RFCs alone: using the application's library
 * could hide its errors.
 */

/** The keys of a subscription. The private key never leaves a real browser. */
export interface Receiver {
  keyPair: ECDH;
  auth: Buffer;
}

export class UnreadableMessage extends Error {}

const saltBytes = 16;
const tagBytes = 16;
const keyIdLengthAt = 20;
const headerBytes = 21;

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const info = (text: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${text}\0`), ...parts]);
const one = Buffer.from([1]);

/** Removes the padding of the last record: a 2 followed by zeros. */
function withoutPadding(plain: Buffer): Buffer {
  let end = plain.length - 1;
  while (end >= 0 && plain[end] === 0) end -= 1;
  if (plain[end] !== 2) throw new UnreadableMessage('The record is not padded as the last one is');
  return plain.subarray(0, end);
}

/**
 * Decrypts a message of one record, which is all that Web Push allows.
 * @throws UnreadableMessage if it isn't for this receiver or violates the RFCs
 */
export function decrypt(body: Buffer, { keyPair, auth }: Receiver): string {
  if (body.length < headerBytes + 65 + tagBytes) throw new UnreadableMessage('The message is too short');
  const salt = body.subarray(0, saltBytes);
  const recordSize = body.readUInt32BE(saltBytes);
  const keyIdLength = body.readUInt8(keyIdLengthAt);
  if (keyIdLength !== 65) throw new UnreadableMessage('The key id is not a P-256 point');
  const senderKey = body.subarray(headerBytes, headerBytes + keyIdLength);
  const record = body.subarray(headerBytes + keyIdLength);
  if (record.length > recordSize) throw new UnreadableMessage('There is more than one record');
  try {
    const shared = keyPair.computeSecret(senderKey);
    const material = hmac(hmac(auth, shared), info('WebPush: info', keyPair.getPublicKey(), senderKey), one);
    const secret = hmac(salt, material);
    const key = hmac(secret, info('Content-Encoding: aes128gcm'), one).subarray(0, 16);
    const nonce = hmac(secret, info('Content-Encoding: nonce'), one).subarray(0, 12);
    const opening = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes });
    opening.setAuthTag(record.subarray(-tagBytes));
    const plain = Buffer.concat([opening.update(record.subarray(0, -tagBytes)), opening.final()]);
    return withoutPadding(plain).toString('utf8');
  } catch (error) {
    if (error instanceof UnreadableMessage) throw error;
    throw new UnreadableMessage('The message was not made for this subscription');
  }
}

/** Keys for a new subscription. */
export function newReceiver(auth: Buffer): Receiver {
  const keyPair = createECDH('prime256v1');
  keyPair.generateKeys();
  return { keyPair, auth };
}
