// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { differences } from './differences.ts';

test('lists exactly the fields that differ', () => {
  expect(differences({ name: 'A', coins: 5, on: true }, { name: 'A', coins: 0, on: false })).toEqual([
    { field: 'coins', before: '5', after: '0' },
    { field: 'on', before: 'yes', after: 'no' },
  ]);
});

test('lists all fields of something created or deleted', () => {
  expect(differences(null, { name: 'A', limit: null })).toEqual([
    { field: 'name', before: undefined, after: 'A' },
    { field: 'limit', before: undefined, after: 'none' },
  ]);
  expect(differences({ name: '' }, null)).toEqual([{ field: 'name', before: 'empty', after: undefined }]);
  expect(differences(null, null)).toEqual([]);
});

test('compares nested fields, and keeps lists of plain values together', () => {
  expect(
    differences(
      { tiers: [{ gc: 1 }, { gc: 2 }], permissions: ['a', 'b'] },
      { tiers: [{ gc: 1 }, { gc: 3 }], permissions: [] },
    ),
  ).toEqual([
    { field: 'tiers.1.gc', before: '2', after: '3' },
    { field: 'permissions', before: 'a, b', after: 'none' },
  ]);
  expect(differences('on', 'off')).toEqual([{ field: 'value', before: 'on', after: 'off' }]);
  expect(differences([], ['a', null])).toEqual([{ field: 'value', before: 'none', after: 'a, ' }]);
  expect(differences({ list: [null, 'a'] }, undefined)).toEqual([
    { field: 'list', before: ', a', after: undefined },
  ]);
  expect(differences({ tiers: {} }, { tiers: { gc: null } })).toEqual([
    { field: 'tiers', before: 'none', after: undefined },
    { field: 'tiers.gc', before: undefined, after: 'none' },
  ]);
  expect(differences({ tiers: { one: {} } }, { tiers: { one: 1 } })).toEqual([
    { field: 'tiers.one', before: 'none', after: '1' },
  ]);
  expect(differences({}, {})).toEqual([]);
});
