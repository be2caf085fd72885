// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { shuffled } from './random.ts';
import { applied, sqlMutants } from './sql-mutants.ts';

const broken = (text: string) =>
  sqlMutants(text).map((mutant) => applied(text, mutant).replace(/ +/g, ' ').trim());

it.each([
  [
    'select a from t where id = 1 for update',
    [
      'select a from t where id <> 1 for update',
      'select a from t where id = 2 for update',
      'select a from t where id = 1',
    ],
  ],
  [
    'where a is null and b < c',
    [
      'where a is not null and b < c',
      'where a is null',
      'where a is null or b < c',
      'where a is null and b <= c',
    ],
  ],
  [
    'where not exists (select from t) or f',
    ['where exists (select from t) or f', 'where not exists (select from t) and f'],
  ],
  ['order by a desc limit x', ['order by a asc limit x']],
  ['select least(a, b) + c', ['select greatest(a, b) + c', 'select least(a, b) - c']],
])('breaks %s in every way it knows', (text, ways) => {
  expect(broken(text)).toEqual(ways);
});

it.each([
  'update t set a = b',
  'update t set a = case when b then c end, d = e',
  "raise exception 'no %', a using errcode = 'b', detail = 'c'",
  "select 'a = 1' -- and = 1",
  'select count(*)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a value that is put in
  'select ${a === 1 ? { b: 2 } : c}::int',
])('leaves %s alone', (text) => {
  expect(broken(text)).toEqual([]);
});

it('takes both bounds of a condition for one', () => {
  expect(broken('where a and b between c and d or e')).toEqual([
    'where a or e',
    'where a or b between c and d or e',
    'where a and b between c and d and e',
  ]);
});

it('drops a condition with the text or value that it ends with', () => {
  expect(broken("where a and b = 'x' order by c")[0]).toBe('where a order by c');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a value that is put in
  expect(broken('where (a and b < ${until}) or c')[0]).toBe('where (a ) or c');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a value that is put in
  expect(broken('where a and b = ${c}')[0]).toBe('where a');
});

it.each(['$$', '$body$'])('takes a condition to end where its function does, at %s', (quote) => {
  expect(broken(`where a and b ${quote} language sql`)).toEqual([
    `where a ${quote} language sql`,
    `where a or b ${quote} language sql`,
  ]);
});

it('shuffles alike for the same seed', () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  expect(shuffled(items, 7)).toEqual(shuffled(items, 7));
  expect(shuffled(items, 7)).not.toEqual(shuffled(items, 8));
  expect(shuffled(items, 7).toSorted((one, other) => one - other)).toEqual(items);
});
