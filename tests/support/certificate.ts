// SPDX-License-Identifier: Apache-2.0

import { type KeyObject, sign } from 'node:crypto';

/** The subset of DER (X.690) that a certificate needs. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [129, length] : [130, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]) => der(48, ...parts);
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'));
const time = (value: string) => der(24, Buffer.from(value));
const name = (parts: Record<string, string>) =>
  sequence(
    ...Object.entries(parts).map(([type, text]) =>
      der(49, sequence(oid(type), der(text.length === 2 ? 19 : 12, Buffer.from(text)))),
    ),
  );

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const basicConstraints = oid('551d13');
/** Country, organization, unit and common name, which WebAuthn requires of authenticator makers (section 8.2.1). */
const maker = {
  '550406': 'DE',
  '55040a': 'Makers',
  '55040b': 'Authenticator Attestation',
  '550403': 'Made by Makers',
};

/** An authenticator maker's certificate (RFC 5280), self-signed. */
export function createCertificate({
  publicKey,
  privateKey,
}: {
  publicKey: KeyObject;
  privateKey: KeyObject;
}): Buffer {
  const extension = sequence(basicConstraints, der(1, Buffer.from([255])), der(4, sequence()));
  const body = sequence(
    der(160, der(2, Buffer.from([2]))),
    der(2, Buffer.from([1])),
    ecdsaWithSha256,
    name(maker),
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name(maker),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(163, sequence(extension)),
  );
  return sequence(body, ecdsaWithSha256, der(3, Buffer.from([0]), sign('sha256', body, privateKey)));
}
