// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { builtInRoles, type Permission } from '../../../../contract/permissions.ts';
import { readCommand, verbNames, verbs, verbsFor } from './verbs.ts';

const command = (verb: string, amount: number, search: string) => ({ verb, amount, search });

it.each([
  ['+250 ann', command('coins', 250, 'ann')],
  ['ann +250', command('coins', 250, 'ann')],
  ['  Ann Lee   -50 ', command('coins', -50, 'Ann Lee')],
  ['−50 ann', command('coins', -50, 'ann')],
  ['+250 ann+tag@example.test', command('coins', 250, 'ann+tag@example.test')],
  ['void ann', command('void', 0, 'ann')],
  ['VOID Ann Lee', command('void', 0, 'Ann Lee')],
  ['price 150 steam', command('price', 150, 'steam')],
  ['Price Steam 50 150', command('price', 150, 'Steam 50')],
])('reads %j as a command', (typed, expected) => expect(readCommand(typed)).toEqual(expected));

it.each(['', 'ann', 'ann+250@example.test', 'Top 10 + 5', 'voided', 'prices 150', '250 ann', 'ann - 50'])(
  'takes %j for a search',
  (typed) => expect(readCommand(typed)).toBeUndefined(),
);

it.each([
  ['+0 ann', /other than 0/],
  ['+1,000 ann', /digits only/],
  ['+1.5 ann', /digits only/],
  ['+1000000000001 ann', /up to 1,000,000,000,000 GC/],
  ['-1000000000001 ann', /up to 1,000,000,000,000 GC/],
  ['+250', /such as “\+250 ann”/],
  ['+250 a', /two letters/],
  ['void', /such as “void ann”/],
  ['price steam', /such as “price 150 steam”/],
  ['price 0 steam', /whole price/],
  ['price 1.5 steam', /whole price/],
  ['price 1000000001 steam', /up to 1,000,000,000/],
])('says what is wrong with %j', (typed, fault) => expect(readCommand(typed)?.fault).toMatch(fault));

it('reads each example that the screen shows', () => {
  for (const verb of verbNames) {
    const read = readCommand(verbs[verb].example);
    expect([read?.verb, read?.fault]).toEqual([verb, undefined]);
  }
});

it('offers a verb only with all of its permissions', () => {
  const holding = (held: readonly Permission[]) => verbsFor((permission) => held.includes(permission));
  expect(holding(builtInRoles.ADMIN)).toEqual(verbNames);
  expect(holding([])).toEqual([]);
  for (const verb of verbNames) {
    expect(holding(verbs[verb].permissions)).toContain(verb);
    for (const missing of verbs[verb].permissions)
      expect(holding(builtInRoles.ADMIN.filter((each) => each !== missing))).not.toContain(verb);
  }
});
