// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { GameId } from '../../../contract/games/game.ts';
import { sceneOf } from './challenge-scene.ts';

const scenesOf = (game?: GameId) =>
  [
    'First steps: stay in the last twenty-five',
    'Survive the ring: reach the last ten of one Solo match',
    'Crown night: win it all. Opens on weekends',
  ].map((description) => sceneOf({ description, game }));

it("chooses a scene by the challenge's title, and a different one for each of the first challenges", () => {
  expect(scenesOf()).toEqual(['storm', 'harbour', 'peaks']);
  expect(sceneOf({ description: '' })).toBe('storm');
});

it('has separate scenes for a second game, and their pictures exist', () => {
  expect(new Set(scenesOf('pubg'))).toEqual(new Set(['steppe', 'frost']));
  for (const name of ['steppe', 'frost', 'dunes', 'orbit']) {
    for (const type of ['avif', 'webp']) {
      expect(existsSync(new URL(`../../public/scenes/${name}.${type}`, import.meta.url)), name).toBe(true);
    }
  }
});
