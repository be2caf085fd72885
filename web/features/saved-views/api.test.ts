// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { toViewQuery, viewedListNames } from '../../../contract/saved-views.ts';
import { describeQuery, viewAddress, viewedListAt } from './api.ts';

it('finds the list at an address, and none below it', () => {
  expect(viewedListAt('/dashboard')).toBe('gift-cards');
  expect(viewedListAt('/dashboard/users/')).toBe('users');
  expect(viewedListAt('/dashboard/users/7')).toBeUndefined();
  expect(viewedListAt('/dashboard/constructor')).toBeUndefined();
  for (const list of viewedListNames) expect(viewedListAt(viewAddress({ list, query: '' }))).toBe(list);
});

it('keeps the parameters that the list knows, normalized', () => {
  const address = new URLSearchParams('page=4&order=asc&role=ADMIN&event=1&search=a b&status=');
  expect(toViewQuery('users', address)).toBe('search=a+b&order=asc&role=ADMIN');
  expect(viewAddress({ list: 'users', query: 'search=a+b' })).toBe('/dashboard/users?search=a+b');
});

it('describes what a view shows', () => {
  expect(describeQuery('search=a+b&status=NOT_FULFILLED')).toBe('Search: a b, Status: NOT FULFILLED');
  expect(describeQuery('')).toBe('Everything, in the default order');
});
