// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { GameId } from '../../../contract/games/game.ts';
import { assignScenes } from './challenge-scene.ts';

const challenge = (end: string, more: { game?: GameId; isActive?: boolean } = {}) => ({
  _id: `0198f000-0000-7000-8000-000000${end}`,
  isActive: true,
  ...more,
});
const scenesOf = (...list: Parameters<typeof assignScenes>[0]) => {
  return list.map(assignScenes(list));
};

it("chooses a scene by the challenge's id, and uses all scenes", () => {
  const all = ['00000a', '00000b', '00000c'].map((end) => challenge(end));
  expect(scenesOf(...all)).toEqual(['peaks', 'harbour', 'storm']);
  expect(all.flatMap((one) => scenesOf(one))).toEqual(['peaks', 'harbour', 'storm']);
  expect(scenesOf({ _id: 'no id', isActive: true })).toEqual(['storm']);
});

it('repeats no scene while one is free, and open challenges keep theirs', () => {
  const [older, later] = [challenge('00000a'), challenge('00000d')];
  expect(scenesOf(later, older)).toEqual(['harbour', 'peaks']);
  expect(scenesOf(later, { ...older, isActive: false })).toEqual(['peaks', 'harbour']);
  const many = ['00000a', '00000b', '00000c', '00000d'].map((end) => challenge(end));
  expect(scenesOf(...many)).toEqual(['peaks', 'harbour', 'storm', 'peaks']);
});

it('has separate scenes for a second game, and their pictures exist', () => {
  const all = ['00000a', '00000b'].map((end) => challenge(end, { game: 'pubg' }));
  expect(scenesOf(...all, challenge('00000c'))).toEqual(['steppe', 'frost', 'storm']);
  for (const name of ['steppe', 'frost', 'dunes', 'orbit']) {
    for (const type of ['avif', 'webp']) {
      expect(existsSync(new URL(`../../public/scenes/${name}.${type}`, import.meta.url)), name).toBe(true);
    }
  }
});
