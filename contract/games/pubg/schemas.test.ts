// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { pubg } from '../pubg.ts';
import { readAccount } from './account.ts';
import { rules } from './rules.ts';
import { schemas } from './schemas.ts';
import { describeTerms } from './terms.ts';

const id = `account.${'0123456789abcdef'.repeat(2)}`;

describe('an account', () => {
  it.each([
    ['steam/Player01', { platform: 'steam', name: 'Player01' }],
    ['xbox/Two Words', { platform: 'xbox', name: 'Two Words' }],
    [`psn/${id}`, { platform: 'psn', id }],
  ])('is read from %s', (text, account) => {
    expect(schemas.account.parse(` ${text}\u200b`)).toBe(text);
    expect(readAccount(text)).toEqual(account);
  });

  it.each(['Player01', 'stadia/Player01', 'steam/', '', ' '])('needs a platform and a name: "%s"', (text) => {
    expect(schemas.account.safeParse(text).error?.issues[0]?.message).toBe(pubg.account.missing);
  });

  it('cannot name several accounts', () => {
    expect(schemas.account.safeParse('steam/Player01,Player02').error?.issues[0]?.message).toContain(
      'characters',
    );
  });

  it('is distinguished from a name by its permanent id', () => {
    expect([`steam/${id}`, id, 'steam/Player01'].map((text) => rules.accountId.test(text))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

it('states before entry which matches and kills count', () => {
  expect(describeTerms({ mode: 'solo', countsBots: true }).slice(-2)).toEqual([
    'Play Solo, in third or first person.',
    'Kills of bots count.',
  ]);
  expect(describeTerms({ mode: 'squad', countsBots: false }).slice(-2)).toEqual([
    'Play Squad, in third or first person: your team’s place counts, and your own kills.',
    'Kills of bots don’t count.',
  ]);
});
