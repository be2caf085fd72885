// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { GameId } from '../../../contract/games/game.ts';
import { sceneOf } from './challenge-scene.ts';

const scenesOf = (game?: GameId) =>
  ['00000a', '00000b', '00000c'].map((end) => sceneOf({ _id: `0198f000-0000-7000-8000-000000${end}`, game }));

it("chooses a scene by the challenge's id, and uses all scenes", () => {
  expect(scenesOf()).toEqual(['peaks', 'harbour', 'storm']);
  expect(sceneOf({ _id: 'no id' })).toBe('storm');
});

it('has separate scenes for a second game, and their pictures exist', () => {
  expect(scenesOf('pubg')).toEqual(['steppe', 'frost', 'steppe']);
  for (const name of ['steppe', 'frost', 'dunes', 'orbit']) {
    for (const type of ['avif', 'webp']) {
      expect(existsSync(new URL(`../../public/scenes/${name}.${type}`, import.meta.url)), name).toBe(true);
    }
  }
});
