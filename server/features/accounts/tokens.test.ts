import { expect, it } from 'vitest';
import { accountKeys } from './tokens.ts';

it('knows deleted people again after the secret was replaced, and trusts no cookie of before', () => {
  const [before, after] = [accountKeys('old'), accountKeys('new,old')];
  expect(after.identity).toEqual(before.identity);
  expect(accountKeys('new').identity).not.toEqual(before.identity);
  for (const use of ['cookie', 'linkToken', 'network'] as const) {
    expect(after[use]).not.toEqual(before[use]);
    expect(after[use]).toEqual(accountKeys('new')[use]);
  }
});
