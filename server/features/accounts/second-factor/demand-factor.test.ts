// SPDX-License-Identifier: Apache-2.0

import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import type { Permission } from '../../../../contract/permissions.ts';
import { findStep, newSecret } from './authenticator-app.ts';
import { factorDemand, requireFactor } from './demand-factor.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

const now = new Date('2026-03-10T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const freshMs = 600_000;

it.each([
  [false, null, undefined, false],
  [false, ago(0), undefined, false],
  [true, null, undefined, false],
  [true, ago(10 * freshMs), undefined, true],
  [true, ago(freshMs - 1), freshMs, true],
  [true, ago(freshMs), freshMs, false],
])(
  'with enrolled %s, confirmed at %s and a limit of %s ms, a factor suffices: %s',
  (isEnrolled, confirmedAt, freshFor, isEnough) => {
    const asked = requireFactor({ isEnrolled, confirmedAt }, { now, ...(freshFor && { freshMs: freshFor }) });
    expect(asked).toEqual(isEnough ? undefined : { refused: 'second_factor_required', data: { isEnrolled } });
  },
);

it('requires a factor for moving coins or codes, and a fresh one for irreversible calls', () => {
  const demand = (isDemanded: boolean) => factorDemand({ isDemanded, freshMs, clock: { now: () => now } });
  const player = (permissions: Permission[], confirmedAt: Date | null) =>
    ({ held: new Set(permissions), secondFactor: { isEnrolled: true, confirmedAt } }) as never;
  const [guarded, reader] = [['giveaways:write'] as Permission[], ['users:read'] as Permission[]];
  const stale = ago(freshMs);
  const isAsked = (permissions: Permission[], confirmedAt: Date | null, endpoint: object, demanded = true) =>
    demand(demanded)(player(permissions, confirmedAt), endpoint as never) !== undefined;
  for (const access of ['public', 'signed-in']) {
    expect(isAsked(guarded, null, { access })).toBe(false);
    expect(isAsked(guarded, stale, { access, isIrreversible: true })).toBe(true);
  }
  const access = 'users:read';
  expect(isAsked(guarded, null, { access })).toBe(true);
  expect(isAsked(guarded, stale, { access })).toBe(false);
  expect(isAsked(guarded, stale, { access, isIrreversible: true })).toBe(true);
  expect(isAsked(guarded, ago(freshMs - 1), { access, isIrreversible: true })).toBe(false);
  for (const isIrreversible of [true, false]) {
    expect(isAsked(reader, null, { access, isIrreversible })).toBe(false);
    expect(isAsked(guarded, null, { access, isIrreversible }, false)).toBe(false);
  }
});

it('makes ten recovery codes of sixteen characters, and recognizes them in any spelling', () => {
  const codes = newRecoveryCodes();
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const hash = (player: string, code: string) =>
    hashRecoveryCode('a secret of 32 letters, as it is made', player, code).toString('hex');
  expect(hash('p', 'ABCD-EFGH')).toBe(hash('p', 'ABCDEFGH'));
  expect(hash('p', 'ABCD-EFGH')).not.toBe(hash('q', 'ABCD-EFGH'));
  // As stored in existing databases.
  expect(hash('p', 'ABCD-EFGH')).toBe('93c5a5a99aa3df53f890ae78fc3cce01063718c0ef8174a51b0add33b386b611');
});

it('accepts an app code from one half-minute before to one after its own', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const step = 59_000_000;
  const at = (half: number) => new Date(half * 30_000 + 1);
  const code = new TOTP({ secret }).generate({ timestamp: at(step).getTime() });
  expect([-1, 0, 1].map((away) => findStep(secret, code, at(step + away)))).toEqual([step, step, step]);
  expect(findStep(secret, 'wrong', at(step))).toBeUndefined();
});
