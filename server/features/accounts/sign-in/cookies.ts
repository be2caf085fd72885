// SPDX-License-Identifier: Apache-2.0

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { z } from 'zod';
import type { SignInSecrets } from '../../../providers/sign-in.ts';
import { authTokenLastsMs, signInLastsMs } from '../rules.ts';

const signIn = z.object({
  provider: z.enum(['google', 'discord']),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  ref: z.string().nullable(),
  expiresAt: z.number(),
});
/** A sign-in under way, as the browser's cookie carries it. */
export type SignInUnderWay = z.infer<typeof signIn> & SignInSecrets;

interface NamedCookie {
  name: string;
  options: CookieSerializeOptions;
}

/**
 * The two cookies of a sign-in. `__Host-` keeps other subdomains from planting one. On localhost, whose ports all share
 * their cookies, the name includes the port so that copies running side by side do not disturb each other.
 */
export function cookiesFor(publicUrl: string): { signIn: NamedCookie; exchange: NamedCookie } {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.startsWith('127.');
  const named = (name: string, lastsMs: number): NamedCookie => ({
    name: `${isSecure ? '__Host-' : ''}${name}${isLocal && port ? `_${port}` : ''}`,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: lastsMs / 1000 },
  });
  return { signIn: named('sign_in', signInLastsMs), exchange: named('sign_in_browser', authTokenLastsMs) };
}

function getSignature(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** A cookie text that only we can have written. */
export function seal(key: Buffer, underWay: SignInUnderWay): string {
  const text = Buffer.from(JSON.stringify(underWay)).toString('base64url');
  return `${text}.${getSignature(key, text).toString('base64url')}`;
}

/** The sign-in in a cookie, or undefined when it is absent, forged, or older than ten minutes. */
export function unseal(key: Buffer, cookie: string | undefined, now: Date): SignInUnderWay | undefined {
  const [text = '', signature = ''] = (cookie ?? '').split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), getSignature(key, text)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const underWay = signIn.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return underWay.expiresAt > now.getTime() ? underWay : undefined;
}
