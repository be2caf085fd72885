// SPDX-License-Identifier: Apache-2.0

/** What can be won: gift cards, a pack of coins, stacks of them and a chest, on 900 x 560. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { glow } from './drawings.ts';
import { palette } from './palette.ts';
import { savePicture } from './pictures.ts';
import { asImage, takePhotographs } from './solid/photographs.ts';
import type { Shot } from './solid/studio.ts';
import { golden, type Tones, violet } from './solid/tones.ts';

export const prizesSize = { width: 900, height: 560 };

const blue: Tones = { lit: '#bcd2ff', face: '#2f6bff', side: '#1b47bd', deep: '#0a1b52' };
const green: Tones = { lit: '#b4f5da', face: '#1fbf7f', side: '#128a5a', deep: '#033a26' };
const red: Tones = { lit: '#ffc9c2', face: '#f0503f', side: '#b52c1f', deep: '#4a0d0a' };

function shot(hasAmounts: boolean): Shot {
  const words = (amount: string) => (hasAmounts ? { words: amount } : {});
  return {
    ...prizesSize,
    things: [
      {
        name: 'gift-card',
        tones: blue,
        at: [-4.1, 2.7, -1.2],
        turn: [-6, 16, 17],
        scale: 1.12,
        ...words('$10'),
      },
      {
        name: 'gift-card',
        tones: green,
        at: [4.1, 2.7, -1.2],
        turn: [-6, -16, -15],
        scale: 1.12,
        ...words('$50'),
      },
      { name: 'gift-card', tones: red, at: [0.1, 4.8, -2], turn: [-8, -4, 3], scale: 1.2, ...words('$25') },
      { name: 'item', tones: violet, others: golden, at: [0.1, 0, 0] },
      { name: 'currency', tones: golden, isOurs: true, at: [-4.75, 0, 0.9], turn: [0, 14, 0], scale: 0.86 },
      { name: 'pack', tones: violet, others: golden, at: [4.75, 0.05, 0.6], turn: [-12, -20, -9] },
    ],
    camera: { target: [0, 3.35, 0], distance: 23, above: 13 },
  };
}

/** @param hasAmounts false where cards that are really on sale stand beside it */
export async function prizesDrawing({ hasAmounts }: { hasAmounts: boolean }): Promise<string> {
  const [things] = (await takePhotographs([shot(hasAmounts)])) as [Buffer];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${prizesSize.width} ${prizesSize.height}">
    <defs>${glow('halo', palette.storm, 0.5)}${glow('core', palette.gold, 0.45)}</defs>
    <ellipse cx="450" cy="300" rx="430" ry="250" fill="url(#halo)"/>
    <ellipse cx="450" cy="330" rx="230" ry="170" fill="url(#core)"/>
    ${asImage(things, { x: 0, y: 0, ...prizesSize })}
    <ellipse cx="456" cy="320" rx="150" ry="110" fill="url(#core)" opacity=".6"/></svg>`;
}

/** prizes.avif and prizes.webp, on nothing. */
export async function renderPrizes(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const drawing = await prizesDrawing({ hasAmounts: false });
  const picture = sharp(Buffer.from(drawing)).resize(prizesSize);
  await savePicture(picture, join(folder, 'prizes'), { avif: 52, webp: 74, largestBytes: 60_000 });
}
