// SPDX-License-Identifier: Apache-2.0

/** What tells one kind of gift card from another in any colour: a wallet, tickets, a chest, stacks of coins, a calendar. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type CardKind, cardKinds } from '../contract/shop.ts';
import { asImage, takePhotographs } from './solid/photographs.ts';
import type { Shot } from './solid/studio.ts';
import type { Tones } from './solid/tones.ts';

type Stand = Shot['camera'];
/** Where a camera stands so that the thing fills a square. */
const stands: Record<CardKind, Stand> = {
  wallet: { target: [0.05, 1.62, 0], distance: 13, around: 22, above: 14 },
  pass: { target: [0.1, 1.75, 0], distance: 13.4, around: 18, above: 12 },
  item: { target: [0.1, 2.05, 0], distance: 16.4, around: 24, above: 16 },
  currency: { target: [0.45, 0.95, 0.3], distance: 14, around: 8, above: 22 },
  subscription: { target: [0, 2.42, 0], distance: 15.6, around: 22, above: 10 },
};

/** @param rim the colour of the light from behind */
export const familyShot = (kind: CardKind, tones: Tones, rim: string): Shot => ({
  width: 480,
  height: 480,
  things: [{ name: kind, tones }],
  camera: stands[kind],
  rim,
});

/** On the ground of any type's colour. */
const plain: Tones = { lit: '#ffffff', face: '#c9d1e6', side: '#8390b3', deep: '#2b3350' };

/** Faces of cards without a picture, <kind>.webp: the thing alone, the card wears the colour of its type. */
export async function renderFamilies(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const taken = await takePhotographs(cardKinds.map((kind) => familyShot(kind, plain, '#ffffff')));
  for (const [index, kind] of cardKinds.entries()) {
    const image = asImage(taken[index] as Buffer, { x: 374, y: 64, width: 532, height: 532 });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320" viewBox="0 0 1280 640">${image}</svg>`;
    await sharp(Buffer.from(svg))
      .webp({ quality: 80, effort: 6 })
      .toFile(join(folder, `${kind}.webp`));
  }
}
