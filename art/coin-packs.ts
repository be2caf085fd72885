// SPDX-License-Identifier: Apache-2.0

/** Packs of coins on sale, from a few coins to a chest full of them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { savePicture } from './pictures.ts';
import { takePhotographs } from './solid/photographs.ts';
import type { Shot } from './solid/studio.ts';
import { golden, violet } from './solid/tones.ts';

const size = { width: 400, height: 300 };

const coins = (heights: readonly number[], target: Shot['camera']['target'], distance: number): Shot => ({
  ...size,
  things: [{ name: 'currency', tones: golden, isOurs: true, heights }],
  camera: { target, distance, around: 8, above: 24 },
});

const shots: Record<string, Shot> = {
  few: coins([0, 0, 2], [1.05, 0.75, 1], 10.5),
  some: coins([5, 0, 0], [1.25, 0.85, 0.2], 10.5),
  many: coins([8, 6, 4], [0.45, 1.15, 0.3], 13.4),
  chest: {
    ...size,
    things: [{ name: 'item', tones: violet, others: golden }],
    camera: { target: [0.1, 2.1, 0], distance: 16.5, around: 22, above: 17 },
  },
};

/** <how much>.avif and <how much>.webp, on nothing. */
export async function renderCoinPacks(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const taken = await takePhotographs(Object.values(shots));
  for (const [index, name] of Object.keys(shots).entries()) {
    await savePicture(sharp(taken[index]), join(folder, name), { avif: 55, webp: 78 });
  }
}
