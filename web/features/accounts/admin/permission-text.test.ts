// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { permissions } from '../../../../contract/permissions.ts';
import { permissionGroups, readPermissions, withPermission } from './permission-text.ts';

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

test('puts every permission into one group', () => {
  expect(permissionGroups.flatMap((group) => group.permissions)).toEqual([...permissions]);
  expect(permissionGroups.map(({ about }) => about).slice(0, 4)).toEqual([
    'gift-cards',
    'coins',
    'users',
    'roles',
  ]);
  expect(permissionGroups[1]).toEqual({ about: 'coins', permissions: ['coins:read', 'coins:write'] });
});
