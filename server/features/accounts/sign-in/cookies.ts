// SPDX-License-Identifier: Apache-2.0

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { z } from 'zod';
import { signInProviders } from '../../../../contract/sign-ins.ts';
import type { ProviderPerson, SignInSecrets } from '../../../providers/sign-in.ts';
import { authTokenLastsMs, signInLastsMs } from '../rules.ts';

const signIn = z.object({
  provider: z.enum(signInProviders),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  ref: z.string().nullable(),
  /** Whether this sign-in confirms that the previous one may join its account. */
  joins: z.boolean().default(false),
  expiresAt: z.number(),
});
/** A sign-in in progress, as the browser's cookie carries it. */
export type SignInUnderWay = z.infer<typeof signIn> & SignInSecrets;

const join = z.object({
  /** Limits it to a single use. */
  state: z.string(),
  person: z.object({
    provider: z.enum(signInProviders),
    subject: z.string(),
    email: z.string(),
    isEmailVerified: z.literal(true),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    gameAccountIds: z.array(z.string()).readonly().exactOptional(),
  }) satisfies z.ZodType<ProviderPerson>,
  ref: z.string().nullable(),
  expiresAt: z.number(),
});
/** A person who signed in with an account's address, and decides whether to join that account. */
export type JoinUnderWay = z.infer<typeof join>;

const kinds = { signIn, join };
type Kind = keyof typeof kinds;
interface Carried {
  signIn: SignInUnderWay;
  join: JoinUnderWay;
}

export interface NamedCookie {
  name: string;
  options: CookieSerializeOptions;
}

/**
 * The cookies of a sign-in. `__Host-` keeps other subdomains from planting one. On localhost, whose ports all share
 * their cookies, the name includes the port so that copies running side by side do not disturb each other.
 */
export function cookiesFor(publicUrl: string): Record<'signIn' | 'exchange' | 'join', NamedCookie> {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.startsWith('127.');
  const named = (name: string, lastsMs: number): NamedCookie => ({
    name: `${isSecure ? '__Host-' : ''}${name}${isLocal && port ? `_${port}` : ''}`,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: lastsMs / 1000 },
  });
  return {
    signIn: named('sign_in', signInLastsMs),
    exchange: named('sign_in_browser', authTokenLastsMs),
    join: named('sign_in_join', signInLastsMs),
  };
}

/** Keeps a cookie of one kind from passing as another. */
function getSignature(key: Buffer, kind: Kind, text: string): Buffer {
  return createHmac('sha256', key)
    .update(kind === 'signIn' ? text : `${kind}:${text}`)
    .digest();
}

/** Signs a cookie's text, so that only we can have written it. */
export function seal<K extends Kind>(key: Buffer, kind: K, underWay: Carried[K]): string {
  const text = Buffer.from(JSON.stringify(underWay)).toString('base64url');
  return `${text}.${getSignature(key, kind, text).toString('base64url')}`;
}

/** A cookie's content; undefined if it is absent, forged, or older than ten minutes. */
export function unseal<K extends Kind>(
  key: Buffer,
  kind: K,
  cookie: string | undefined,
  now: Date,
): Carried[K] | undefined {
  const [text = '', signature = ''] = (cookie ?? '').split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), getSignature(key, kind, text)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const underWay = kinds[kind].parse(
    JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
  ) as Carried[K];
  return underWay.expiresAt > now.getTime() ? underWay : undefined;
}
