// SPDX-License-Identifier: Apache-2.0

import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** The fault in a sender's identification (RFC 8292), and the status that push services answer. */
export interface VapidFault {
  status: 401 | 403;
  reason: string;
}

const jwtHeader = z.object({ typ: z.literal('JWT').optional(), alg: z.literal('ES256') });
const jwtClaims = z.object({
  aud: z.string(),
  exp: z.number(),
  sub: z.string().regex(/^(mailto:.+@.+|https:\/\/.+)$/),
});
const dayS = 24 * 3_600;

function readPart<Part>(schema: z.ZodType<Part>, part: string): Part | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    const data = Buffer.from(text);
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/**
 * @param origin of the push service
 * @param serverKey the only key that may send to the subscription
 * @returns undefined if everything is correct
 */
export function findVapidFault(
  authorization: string | undefined,
  { origin, serverKey, nowS }: { origin: string; serverKey: string; nowS: number },
): VapidFault | undefined {
  const wrong = (reason: string): VapidFault => ({ status: 403, reason });
  const parts = /^vapid t=([\w-]+)[.]([\w-]+)[.]([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '');
  if (!parts) return { status: 401, reason: 'Authorization: vapid t=..., k=... is missing' };
  const [, header = '', claims = '', signature = '', key = ''] = parts;
  if (!readPart(jwtHeader, header)) return wrong('The token is not signed with ES256');
  const said = readPart(jwtClaims, claims);
  if (!said) return wrong('The token needs valid aud, exp and sub claims');
  if (said.aud !== origin) return wrong(`The token is for ${said.aud}, not for ${origin}`);
  if (said.exp <= nowS || said.exp > nowS + dayS)
    return wrong('The token has expired, or lasts longer than 24 hours');
  if (key !== serverKey) return wrong('The subscription belongs to another key');
  return isSignedBy(key, `${header}.${claims}`, signature) ? undefined : wrong('The signature is wrong');
}
