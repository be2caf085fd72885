// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { ChallengeVariant } from '../../../contract/challenges.ts';
import { games, theGame } from '../../../contract/games/games.ts';
import {
  type EntryState,
  findEntryErrors,
  firstEntryState,
  missingCoins,
  reduceEntry,
} from './entry-steps.ts';

const variant = { challengeType: 'SOLO_TOP_10', entryFeeGC: 50 } as unknown as ChallengeVariant;
const first = firstEntryState([variant], false);
const atTerms = (change: Partial<EntryState> = {}): EntryState => ({ ...first, step: 'terms', ...change });

describe('reduceEntry', () => {
  it('begins at the first or the requested variant, with no terms accepted', () => {
    expect(first).toEqual({
      step: 'variant',
      challengeType: 'SOLO_TOP_10',
      hasAccepted: false,
      typedAccount: undefined,
      errors: {},
    });
    const other = { ...variant, challengeType: 'SOLO_TOP_1' };
    expect(firstEntryState([variant, other], false, 'SOLO_TOP_1').challengeType).toBe('SOLO_TOP_1');
    expect(firstEntryState([variant, other], false, 'GONE').challengeType).toBe('SOLO_TOP_10');
    expect(firstEntryState([], true)).toMatchObject({ challengeType: undefined, hasAccepted: true });
  });

  it('keeps the entered values after going back, but not the errors', () => {
    const typed = reduceEntry(atTerms({ hasAccepted: true }), { type: 'type-account', epicId: 'Ninja' });
    const wrong = reduceEntry(typed, {
      type: 'show-errors',
      errors: { epicId: 'Please enter your Epic ID' },
    });
    expect(wrong).toEqual({ ...typed, errors: { epicId: 'Please enter your Epic ID' } });
    const back = reduceEntry(wrong, { type: 'go-to', step: 'variant' });
    expect(back).toEqual({ ...first, hasAccepted: true, typedAccount: 'Ninja' });
  });

  it.each([
    [{ type: 'accept-terms', hasAccepted: true }, { hasAccepted: true }],
    [{ type: 'type-account', epicId: 'N' }, { typedAccount: 'N' }],
  ] as const)('clears the error on %o', (action, changed) => {
    const typed = atTerms({ typedAccount: 'Ninja' });
    const wrong = { ...typed, errors: { terms: 'Please accept the terms and conditions' } };
    expect(reduceEntry(wrong, action)).toEqual({ ...typed, ...changed });
  });

  it('keeps the typed account when choosing another challenge, unless that is of another game', () => {
    const typed = { ...first, typedAccount: 'Ninja' };
    const choose = { type: 'choose-challenge', challengeType: 'SOLO_WIN' } as const;
    expect(reduceEntry(typed, { ...choose, isOtherGame: false })).toEqual({
      ...typed,
      challengeType: 'SOLO_WIN',
    });
    expect(reduceEntry(typed, { ...choose, isOtherGame: true })).toEqual({
      ...first,
      challengeType: 'SOLO_WIN',
    });
  });

  it('accepts another variant', () => {
    const next = reduceEntry(atTerms(), { type: 'select-variant', challengeType: 'SOLO_WIN' });
    expect(next).toEqual(atTerms({ challengeType: 'SOLO_WIN' }));
  });
});

describe('findEntryErrors', () => {
  const findErrors = (state: EntryState, chosen: ChallengeVariant | undefined, epicId: string) =>
    findEntryErrors(state, chosen, { epicId, account: theGame.account });

  it('reports one error at a time, in the order of the screen', () => {
    expect(findErrors(first, undefined, '')).toEqual({ variant: 'Please select a challenge variant' });
    expect(findErrors(first, variant, '')).toEqual({});
    expect(findErrors(atTerms(), variant, '')).toEqual({
      terms: 'Please accept the terms and conditions',
    });
    expect(findErrors(atTerms({ hasAccepted: true }), variant, ' ')).toEqual({
      epicId: 'Please enter your Epic ID',
    });
    expect(findErrors(atTerms({ hasAccepted: true }), variant, 'Ninja')).toEqual({});
  });

  it.each(['', '/Bob', 'steam/', 'steam/ ', 'Bob'])('asks for the platform and the name of %j', (epicId) => {
    const { account } = games.pubg;
    const find = (typed: string) =>
      findEntryErrors(atTerms({ hasAccepted: true }), variant, { epicId: typed, account });
    expect(find(epicId)).toEqual({ epicId: 'Enter platform and name' });
    expect(find('steam/Bob')).toEqual({});
  });
});

it('computes the coins missing for the fee, and none for a free entry', () => {
  expect([missingCoins(50, 49), missingCoins(50, 50), missingCoins(50, -10)]).toEqual([1, 0, 60]);
  expect([missingCoins(0, 0), missingCoins(0, -10)]).toEqual([0, 0]);
});
