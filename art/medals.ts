// SPDX-License-Identifier: Apache-2.0

/** Medals of the first three places on a board; the page sets their numbers. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { takePhotographs } from './solid/photographs.ts';
import type { Shot } from './solid/studio.ts';
import { golden, type Tones } from './solid/tones.ts';

const medals: Record<string, Tones> = {
  gold: { ...golden, lit: '#ffd768' },
  silver: { lit: '#dfe6f5', face: '#b9c3d8', side: '#7f8ba6', deep: '#2b3350' },
  bronze: { lit: '#f0b183', face: '#cf8350', side: '#8c5230', deep: '#3a1c08' },
};

const shotOf = (tones: Tones): Shot => ({
  width: 104,
  height: 104,
  things: [{ name: 'medal', tones }],
  camera: { target: [0, 1, 0], distance: 5.6, above: 4 },
  shadow: 0,
});

/** <metal>.webp, on nothing. */
export async function renderMedals(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const taken = await takePhotographs(Object.values(medals).map(shotOf));
  for (const [index, name] of Object.keys(medals).entries()) {
    await sharp(taken[index])
      .webp({ quality: 84, effort: 6 })
      .toFile(join(folder, `${name}.webp`));
  }
}
