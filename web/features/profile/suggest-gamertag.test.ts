// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { suggestGamertag } from './suggest-gamertag.ts';

const suggest = (parts: Partial<Parameters<typeof suggestGamertag>[0]>, epicId: string | null = null) =>
  suggestGamertag({ googleId: null, name: '', epicAccount: null, ...parts }, epicId);

it.each([
  ['Nelly', 'Nelly'],
  ['Zoë the Owl!', 'ZoetheOwl'],
  ['__iron..--tide__', 'iron-tide'],
  ['a name that is far too long for a handle', 'anamethatisfartoolon'],
])('suggests the name at Discord, %s, as %s', (name, handle) => {
  expect(suggest({ name }, 'EpicName')).toBe(handle);
});

it('suggests the Epic ID to somebody who signs in with Google, never the name', () => {
  const ada = { googleId: '1', name: 'Ada Lovelace' };
  expect(suggest(ada, 'Ring Runner')).toBe('RingRunner');
  expect(suggest({ ...ada, epicAccount: { epicId: 'Bound-1', proof: null } })).toBe('Bound-1');
  expect(suggest(ada)).toBe('');
});

it('suggests no name that cannot be chosen', () => {
  expect(suggest({ name: '王' }, '0123456789abcdef0123456789abcdef')).toBe('');
});
