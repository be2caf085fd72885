// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { gamesOfAttempts } from './games-of-attempts.ts';

it('lists the games of past attempts besides those that can be played', () => {
  expect(gamesOfAttempts([], ['fortnite'])).toEqual(['fortnite']);
  expect(gamesOfAttempts([], ['fortnite', 'pubg'])).toEqual(['fortnite', 'pubg']);
  expect(gamesOfAttempts([{ game: 'pubg' }], ['fortnite'])).toEqual(['fortnite', 'pubg']);
  // While the settings load.
  expect(gamesOfAttempts([{ game: 'pubg' }, { game: 'fortnite' }], [])).toEqual(['fortnite', 'pubg']);
});
