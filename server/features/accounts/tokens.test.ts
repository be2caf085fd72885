import { expect, it } from 'vitest';
import { accountKeys } from './tokens.ts';

it('knows deleted people again after the secret was replaced, and trusts no cookie of before', () => {
  const [oldSecret, newSecret] = ['o'.repeat(32), 'n'.repeat(32)];
  const [before, after] = [accountKeys(oldSecret), accountKeys(`${newSecret},${oldSecret}`)];
  expect(after.identity).toEqual(before.identity);
  expect(accountKeys(newSecret).identity).not.toEqual(before.identity);
  for (const use of ['cookie', 'linkToken', 'network'] as const) {
    expect(after[use]).not.toEqual(before[use]);
    expect(after[use]).toEqual(accountKeys(newSecret)[use]);
  }
});

it('takes a secret with commas that cannot be several for one, as earlier releases did', () => {
  const secret = `${'a'.repeat(20)},${'b'.repeat(20)}`;
  expect(accountKeys(secret).identity).not.toEqual(accountKeys('b'.repeat(20)).identity);
  expect(accountKeys(`${'n'.repeat(32)},${'o'.repeat(32)}`).identity).toEqual(
    accountKeys('o'.repeat(32)).identity,
  );
});
