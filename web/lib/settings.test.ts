// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { gamesIn } from './settings.ts';

describe('gamesIn', () => {
  it('lists the games that can be played', () => {
    expect(gamesIn({ games: ['fortnite', 'pubg'] })).toEqual(['fortnite', 'pubg']);
  });

  it('is empty before the settings are loaded, and from a previous release with one game', () => {
    expect(gamesIn(undefined)).toEqual([]);
    expect(gamesIn({})).toEqual([]);
  });
});
