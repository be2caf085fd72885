// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { z } from 'zod';
import '../../contract/words.ts';
import { toBalance, toNumber, withUnreadNumbers } from './typed-numbers.ts';

it.each([
  ['12', 12],
  ['0.99', 0.99],
  ['-3', -3],
  [7, 7],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['50,000', Number.NaN],
  [' ', Number.NaN],
])('reads %j as %s', (typed, number) => expect(toNumber(typed)).toBe(number));

it.each([
  ['750', 500, 750],
  ['+250', 500, 750],
  ['+500', 500, 1000],
  ['500+250', 500, 750],
  ['400+250', 500, Number.NaN],
  [' - 50 ', 500, 450],
  ['-600', 500, -100],
  ['', 500, undefined],
  ['+', 500, Number.NaN],
  ['+50,000', 500, Number.NaN],
  ['+-5', 500, Number.NaN],
  ['+1.000', 500, Number.NaN],
  ['1.000', 500, Number.NaN],
  ['+250', 0, 250],
  ['-50', -50, -50],
  [-60, -50, -60],
  ['+50', -50, 0],
])('reads %j beside a balance of %d as %s', (typed, present, balance) =>
  expect(toBalance(typed, present)).toBe(balance),
);

const input = (name: string, badInput: boolean, type = 'number') => ({
  name,
  type,
  validity: { badInput } as ValidityState,
});

it('refuses text that the browser could not read as a number, instead of treating it as empty', () => {
  const schema = z.object({ limits: z.array(z.object({ coins: z.number().optional() })), note: z.string() });
  const values = { limits: [{ coins: 5 }, { coins: undefined }], note: 'a' };
  const marked = withUnreadNumbers(values, [input('limits.0.coins', false), input('limits.1.coins', true)]);
  expect(schema.safeParse(marked).error?.issues).toMatchObject([
    { path: ['limits', 1, 'coins'], message: 'must be a number' },
  ]);
  expect(values).toEqual({ limits: [{ coins: 5 }, { coins: undefined }], note: 'a' });
});

it('leaves the values unchanged when no number field is unreadable', () => {
  const values = { coins: 5 };
  expect(withUnreadNumbers(values, [input('coins', false), input('', true, 'date')])).toBe(values);
});
