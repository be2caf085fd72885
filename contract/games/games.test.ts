// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { gameIds, gameOf, games } from './games.ts';

it('treats a challenge or attempt without a game as Fortnite', () => {
  expect(gameOf({ game: 'fortnite' })).toBe(games.fortnite);
  expect(gameOf({})).toBe(games.fortnite);
});

it('lists each game under its own id', () => {
  expect(gameIds.map((id) => games[id].id)).toEqual(gameIds);
});
