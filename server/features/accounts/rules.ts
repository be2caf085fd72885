// SPDX-License-Identifier: Apache-2.0

import { randomInt } from 'node:crypto';
import { builtInRoles, isGuarded, type Permission, permissions } from '../../../contract/permissions.ts';
import { maxNameLength } from '../../../contract/users-admin.ts';

/** Times of docs/rules/accounts.md. */
export const signInLastsMs = 10 * 60_000;
/** How long a second callback of the same browser gets the first one's outcome. */
export const outcomeLastsMs = 10_000;
export const authTokenLastsMs = 5 * 60_000;
export const sessionLastsMs = 30 * 24 * 3_600_000;
/** How long after an erasure a second one runs, for late writes. */
export const deletionRepeatedAfterMs = 24 * 3_600_000;
/** A session in use is extended once it is this old, so at most once a day. */
export const sessionProlongedAfterMs = 24 * 3_600_000;
/** The use of an administrator's session is recorded once a minute, because the idle limit depends on it. */
export const adminUseNotedAfterMs = 60_000;
export const linkTokenLastsMs = 10 * 60_000;

/** Without letters and digits that sound or look alike. */
const readable = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const referralCodeLength = 8;

export function newReferralCode(): string {
  return Array.from({ length: referralCodeLength }, () => readable[randomInt(readable.length)]).join('');
}

/** A referral code as a user typed it or a link contained it; null if it cannot be one. */
export function readReferralCode(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const code = text.trim().toUpperCase();
  return /^[A-Z0-9]{6,16}$/.test(code) ? code : null;
}

/** The provider's name for a person, made presentable: one line of at most 60 characters. */
export function displayName(given: string, email: string): string {
  const shorten = (text: string) => [...text].slice(0, maxNameLength).join('').trim();
  const name = shorten(given.replace(/[\p{C}\s]+/gu, ' ').trim());
  return name || shorten(email.split('@')[0] ?? '') || 'Player';
}

const withoutSigns = (text: string) => text.replace(/\P{ASCII}+/gu, '');

/**
 * Whether lower-casing turns an address into a different one: the Kelvin sign becomes a k. Owning one of them does not
 * prove owning the other.
 */
export function changesInLowerCase(email: string): boolean {
  return withoutSigns(email).toLowerCase() !== withoutSigns(email.toLowerCase());
}

/** The picture's address if a page may show it; otherwise null. */
export function shownAvatar(url: string | null): string | null {
  if (!url || url.length > 1000 || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost') ? url : null;
}

const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** A session's device as players know it, such as "Chrome on Android"; empty if unknown. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const named = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, sign]) => sign.test(userAgent))?.[0];
  return [named(browsers), named(systems)].filter(Boolean).join(' on ');
}

/** A role's permissions; ignores permissions that no longer exist. */
export function getPermissions(role: string, kept: readonly string[]): ReadonlySet<Permission> {
  if (Object.hasOwn(builtInRoles, role)) return new Set(builtInRoles[role as keyof typeof builtInRoles]);
  return new Set(permissions.filter((permission) => kept.includes(permission)));
}

/**
 * The permissions that count in a session (docs/rules/second-factor.md, 4). Until the session has confirmed its second
 * factor, a player with any permission that requires one has none at all.
 */
export function countingPermissions(
  held: ReadonlySet<Permission>,
  { isEnrolled, confirmedAt }: { isEnrolled: boolean; confirmedAt: Date | null },
): ReadonlySet<Permission> {
  const isConfirmed = isEnrolled && confirmedAt !== null;
  return isConfirmed || !isGuarded(held) ? held : new Set();
}

/** Whether `mine` includes all of `theirs`. */
export function holdsAll(mine: ReadonlySet<Permission>, theirs: Iterable<Permission>): boolean {
  return [...theirs].every((permission) => mine.has(permission));
}

/**
 * The account that a new identity may join: the one whose other provider verified the same address
 * (docs/rules/accounts.md, 2). If several accounts did, the address proves nothing, so the identity gets a separate
 * account.
 */
export function accountToJoin<Owner>(owners: readonly Owner[]): Owner | undefined {
  return owners.length === 1 ? owners[0] : undefined;
}

/** Four groups of five, as the profile page shows a link token: 100 bits of `digest`. */
export function linkTokenText(digest: Buffer): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const characters = [...digest.subarray(0, 20)].map((byte) => alphabet[byte & 31]).join('');
  return characters.replace(/.{5}(?=.)/g, '$&-');
}

/** A link token as a user pasted it, normalized to the spelling that is hashed. */
export function readLinkToken(text: unknown): string {
  const characters = typeof text === 'string' ? text.toUpperCase().replace(/[^0-9A-Z]/g, '') : '';
  return characters.slice(0, 40).replace(/.{5}(?=.)/g, '$&-');
}
