// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { permissions } from '../../../../contract/permissions.ts';
import { readPermissions, sayRight, toAreas, withPermission } from './permission-text.ts';

test('reads comma-separated names, trimmed, each once', () => {
  expect(readPermissions('  users:read ,coins:read,, users:read,')).toEqual({
    known: ['coins:read', 'users:read'],
    unknown: [],
  });
  expect(readPermissions(' ')).toEqual({ known: [], unknown: [] });
});

test('reports unknown names', () => {
  expect(readPermissions('users:read, users:fly, Coins:read').unknown).toEqual(['users:fly', 'Coins:read']);
});

test('adds and removes one permission, and keeps unknown names', () => {
  expect(withPermission('users:read, typo', 'coins:read', true)).toBe('coins:read, users:read, typo');
  expect(withPermission('coins:read,users:read', 'users:read', false)).toBe('coins:read');
  expect(withPermission('coins:read', 'coins:read', true)).toBe('coins:read');
});

test('sorts permissions by area, and says what each allows', () => {
  const areas = toAreas(permissions);
  expect(areas.flatMap(({ names }) => names)).toEqual([...permissions]);
  expect(areas.map(({ area }) => area).slice(0, 4)).toEqual(['gift-cards', 'coins', 'users', 'roles']);
  expect(areas[1]).toEqual({ area: 'coins', names: ['coins:read', 'coins:write'] });
  expect(areas[2]?.names.map(sayRight)).toEqual(['read', 'write', 'adjust coins', 'delete']);
});
