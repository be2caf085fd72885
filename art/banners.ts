// SPDX-License-Identifier: Apache-2.0

/** The pictures of the banners on the home page: a hand of gift cards, and the land where coins will be traded. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { coin } from './drawings.ts';
import { cardLand } from './gift-cards.ts';
import { colours, type Landscape, renderLandscape } from './landscape.ts';
import { asAddress, withLettering } from './lettering.ts';
import { light, palette } from './palette.ts';
import { savePicture } from './pictures.ts';

const hand = { width: 900, height: 500 };
const card = { width: 560, height: 350 };

/** From the back to the front. */
const faces = [
  { bright: '#1fbf7f', dark: '#022617', seed: 411, place: 'left:330px;top:80px;rotate:13deg' },
  { bright: '#e0352b', dark: '#360807', seed: 97, place: 'left:200px;top:56px;rotate:3deg' },
  { bright: '#2f6bff', dark: '#07123f', seed: 238, place: 'left:66px;top:68px;rotate:-8deg' },
];

async function cardMarkup({ bright, dark, seed, place }: (typeof faces)[number]): Promise<string> {
  const picture = await renderLandscape(cardLand(bright, dark, seed), { width: 700, height: 350 });
  const ground = asAddress(
    await picture
      .extract({ left: 140, top: 0, ...card })
      .png()
      .toBuffer(),
  );
  return `<i style="${place}"><b style="background-image:linear-gradient(90deg,${dark}d0,transparent 60%),url(${ground})"></b></i>`;
}

async function renderHand(folder: string): Promise<void> {
  const cards = await Promise.all(faces.map(cardMarkup));
  const html = `<style>
    body { background: transparent; position: relative; overflow: hidden }
    i { position: absolute; filter: drop-shadow(0 18px 26px #0009) }
    b { display: block; width: ${card.width}px; height: ${card.height}px; padding: 1px;
      clip-path: polygon(0 0, calc(100% - 34px) 0, 100% 34px, 100% 100%, 34px 100%, 0 calc(100% - 34px)) }
    b::after { content: ""; display: block; margin: ${card.height - 92}px 0 0 44px; width: 150px; height: 12px;
      background: #ffffffb0; box-shadow: 0 28px 0 -0.1px #ffffff70 }
  </style>${cards.join('')}`;
  await withLettering(
    hand,
    async (set) => {
      await savePicture(sharp(await set(html)), join(folder, 'gift-cards'), { avif: 55, webp: 76 });
    },
    { isTransparent: true },
  );
}

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

export async function renderBanners(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await renderHand(folder);
  const picture = await renderLandscape(trading, { width: 1500, height: 300 });
  await savePicture(picture, join(folder, 'coin-trading'), { avif: 48, webp: 64 });
}
