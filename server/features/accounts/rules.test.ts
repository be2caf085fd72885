// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { permissions } from '../../../contract/permissions.ts';
import {
  accountToJoin,
  adminUseNotedAfterMs,
  authTokenLastsMs,
  changesInLowerCase,
  deletionRepeatedAfterMs,
  deviceName,
  displayName,
  getPermissions,
  linkTokenLastsMs,
  linkTokenText,
  newReferralCode,
  readLinkToken,
  readReferralCode,
  sessionLastsMs,
  sessionProlongedAfterMs,
  shownAvatar,
  signInLastsMs,
} from './rules.ts';
import { cookiesFor, seal, unseal } from './sign-in/cookies.ts';

it.each([
  ['  Ada\n Ring ', 'Ada Ring'],
  ['\u202Eevil\u0000', 'evil'],
  ['   ', 'ada'],
  ['🎮'.repeat(80), '🎮'.repeat(60)],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('shows the name %j as %j', (given, expected) => {
  expect(displayName(given, 'ada@x.test')).toBe(expected);
});

it('shows "Player" when neither a name nor an address is usable', () => {
  expect(displayName(' ', '@x.test')).toBe('Player');
  expect(displayName(`  ${'a'.repeat(61)}`, 'ada@x.test')).toBe('a'.repeat(60));
});

it.each([
  ['https://cdn.discordapp.com/a.png', true],
  ['http://localhost:3001/google/pictures/1.svg', true],
  ['http://evil.test/a.png', false],
  ['javascript:alert(1)', false],
  ['ftp://localhost/a.png', false],
  [`https://x.test/${'a'.repeat(985)}`, true],
  [`https://x.test/${'a'.repeat(986)}`, false],
  ['not an address', false],
  [null, false],
])('shows the picture %s: %s', (url, isShown) => {
  expect(shownAvatar(url)).toBe(isShown ? url : null);
});

it('reads a referral code in any case and spacing, and rejects anything else', () => {
  const code = newReferralCode();
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
  expect(readReferralCode(` ${code.toLowerCase()} `)).toBe(code);
  for (const text of [
    '',
    'abc',
    'A'.repeat(17),
    'ABCDEFGH!',
    '!ABCDEFGH',
    "x' or 1=1",
    ['ABCDEFGH'],
    undefined,
  ]) {
    expect(readReferralCode(text)).toBeNull();
  }
});

it('gives each role its permissions, and built-in roles those in the code', () => {
  expect(getPermissions('USER', ['roles:write'])).toEqual(new Set());
  expect(getPermissions('SUPER_ADMIN', [])).toEqual(new Set(permissions));
  for (const withheld of ['roles:write', 'users:delete', 'events:send'] as const) {
    expect(getPermissions('ADMIN', []).has(withheld)).toBe(false);
  }
  expect(getPermissions('REFEREE', ['challenges:read', 'gone'])).toEqual(new Set(['challenges:read']));
  expect(getPermissions('constructor', [])).toEqual(new Set());
});

it('joins a sign-in to an account only when exactly one matches', () => {
  expect(accountToJoin(['one'])).toBe('one');
  expect(accountToJoin([])).toBeUndefined();
  expect(accountToJoin(['one', 'other'])).toBeUndefined();
});

it('reads a link token in any case and separators', () => {
  const token = linkTokenText(Buffer.from('0123456789abcdefghijklmnopqrstuv'));
  expect(token).toBe('GHJKM-NPQRS-12345-6789A');
  expect(readLinkToken(` ${token.toLowerCase().replaceAll('-', ' ')} `)).toBe(token);
  for (const nonsense of [undefined, 5, '-']) expect(readLinkToken(nonsense)).toBe('');
  expect(readLinkToken('x'.repeat(10_000))).toBe(Array(8).fill('XXXXX').join('-'));
});

it('names cookies so that subdomains and other ports cannot touch them', () => {
  const { signIn } = cookiesFor('https://play.finalring.example');
  expect(signIn.name).toBe('__Host-sign_in');
  expect(signIn.options).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'lax' });
  expect(cookiesFor('http://localhost:3100').signIn.name).toBe('sign_in_3100');
  expect(cookiesFor('http://localhost:3100').exchange.name).not.toBe('sign_in_3100');
});

it('opens only its own sealed cookies, for ten minutes', () => {
  const now = new Date();
  const key = Buffer.alloc(32, 1);
  const expiresAt = now.getTime() + 1;
  const underWay = {
    provider: 'google',
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    ref: null,
    joins: false,
    expiresAt,
  } as const;
  const cookie = seal(key, 'signIn', underWay);
  expect(unseal(key, 'signIn', cookie, now)).toEqual(underWay);
  expect(unseal(key, 'signIn', cookie, new Date(expiresAt))).toBeUndefined();
  expect(unseal(Buffer.alloc(32, 2), 'signIn', cookie, now)).toBeUndefined();
  expect(unseal(key, 'join', cookie, now)).toBeUndefined();
  const altered = seal(key, 'signIn', { ...underWay, ref: 'MINE' }).split('.')[0];
  expect(unseal(key, 'signIn', `${altered}.${cookie.split('.')[1]}`, now)).toBeUndefined();
  for (const nonsense of [undefined, '', '.', 'a.b.c'])
    expect(unseal(key, 'signIn', nonsense, now)).toBeUndefined();
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.0', ''],
  [undefined, ''],
])('names the device of %j %j', (userAgent, device) => {
  expect(deviceName(userAgent)).toBe(device);
});

it('uses the durations documented in docs/rules/accounts.md', () => {
  const minutes = { signIn: signInLastsMs, token: authTokenLastsMs, link: linkTokenLastsMs };
  expect(Object.values(minutes).map((ms) => ms / 60_000)).toEqual([10, 5, 10]);
  expect(adminUseNotedAfterMs).toBe(60_000);
  const days = [sessionLastsMs, sessionProlongedAfterMs, deletionRepeatedAfterMs];
  expect(days.map((ms) => ms / (24 * 3_600_000))).toEqual([30, 1, 1]);
});

it('detects addresses that lowercase into a different address', () => {
  const addresses = [
    'ada@x.test',
    'ADA@x.test',
    'Éa@x.test',
    'ÉÅ@x.test',
    '\u212Aim@x.test',
    '\u0130da@x.test',
  ];
  expect(addresses.filter(changesInLowerCase)).toEqual(['\u212Aim@x.test', '\u0130da@x.test']);
});
