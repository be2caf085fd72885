// SPDX-License-Identifier: Apache-2.0

/** The picture of the banner on the home page: the land where coins will be traded. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { coin } from './drawings.ts';
import { colours, type Landscape, renderLandscape } from './landscape.ts';
import { light, palette } from './palette.ts';
import { savePicture } from './pictures.ts';

const trading: Landscape = {
  land: {
    seed: 52,
    detail: 1.4,
    islands: [
      { x: 4.1, y: 0.5, radius: 1.1 },
      { x: 2.4, y: 0.9, radius: 0.6 },
    ],
    colours: colours('#1a140a', '#241a0c', '#4a3514', '#c9a255'),
    contours: 10,
  },
  middle: { x: 4.15, y: 0.5 },
  rings: [
    { radius: 0.36, colour: light(palette.gold), strength: 1 },
    { radius: 0.62, colour: light(palette.storm), strength: 0.6 },
  ],
  core: { colour: '#ff8f24', strength: 1, reach: 0.16 },
  storm: { from: 0.8, depth: 0.9, colour: '#2a1d46' },
  lineColour: '#d8b878',
  drawing: coin({ x: 4.15 * 720, y: 360 }, 260),
};

export async function renderBanner(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const picture = await renderLandscape(trading, { width: 1500, height: 300 });
  await savePicture(picture, join(folder, 'coin-trading'), { avif: 48, webp: 64 });
}
