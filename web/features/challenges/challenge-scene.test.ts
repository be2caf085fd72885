// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { sceneOf } from './challenge-scene.ts';

it("chooses a scene by the challenge's id, and uses all scenes", () => {
  const scenes = ['00000a', '00000b', '00000c'].map((end) =>
    sceneOf({ _id: `0198f000-0000-7000-8000-000000${end}` }),
  );
  expect(scenes).toEqual(['peaks', 'harbour', 'storm']);
  expect(sceneOf({ _id: 'no id' })).toBe('storm');
});
