// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { fieldWords, pathWords, subjectWords } from './field-words.ts';

it.each([
  ['prizeAmount', 'prize amount'],
  ['rewardGC', 'reward GC'],
  ['requiredKills', 'required kills'],
  ['epicId', 'epic ID'],
  ['_id', 'ID'],
  ['isActive', 'active'],
  ['name', 'name'],
])('writes the field %s as words', (name, words) => expect(fieldWords(name)).toBe(words));

it('writes the path of a field with places that count from 1', () => {
  expect(pathWords('gamerCoins')).toBe('Gamer coins');
  expect(pathWords('eventConfig.rewardAmount')).toBe('Event config, reward amount');
  expect(pathWords('tiers.1.gc')).toBe('Tiers, 2, GC');
});

it('names what was changed, and keeps its id', () => {
  expect(subjectWords('gift-card:018f')).toBe('Gift card 018f');
  expect(subjectWords('user:1')).toBe('User 1');
  expect(subjectWords('task')).toBe('Task');
});
