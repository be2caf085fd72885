// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { errorMessage } from '../errors.ts';
import { type AccountFault, accountRefusal, accountWords } from './errors.ts';
import { gameIds } from './games.ts';

const faults: AccountFault[] = ['active', 'banned', 'differs', 'taken', 'unknown'];

describe.each(gameIds)('the refusal of an account of %s', (game) => {
  it.each(faults)('says that no coins were taken, and what to do: %s', (fault) => {
    const data = { ...accountWords(game), epicId: 'Ann', bound: 'Ann' };
    expect(errorMessage(accountRefusal(fault, game), data)).toMatch(
      /^[A-Z][^{}]* No coins were taken[.] [^{}]+[.]$/,
    );
  });
});

it('names the account as its game does', () => {
  const say = (fault: AccountFault) =>
    errorMessage(accountRefusal(fault, 'pubg'), { ...accountWords('pubg'), epicId: 'steam/Ann' });
  expect(say('unknown')).toBe(
    'We found no PUBG account called "steam/Ann". No coins were taken. Check platform, spelling and capitals.',
  );
  expect(say('banned')).toContain('PUBG has banned the account "steam/Ann".');
  expect(accountRefusal('taken', 'fortnite')).toBe('epic_account_taken');
});
