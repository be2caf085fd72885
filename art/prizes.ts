// SPDX-License-Identifier: Apache-2.0

/** What can be won: gift cards, a pack of coins, stacks of them and a chest, in SVG on a canvas of 900 x 560. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type At, coin, glow, plate } from './drawings.ts';
import { familyShape, type Tones } from './families.ts';
import { withLettering } from './lettering.ts';
import { palette } from './palette.ts';
import { savePicture } from './pictures.ts';

export const prizesSize = { width: 900, height: 560 };

const violet: Tones = { lit: '#cbbcff', face: palette.storm, side: '#4b35b0', deep: '#1a1240' };
const golden: Tones = { lit: '#ffe3a0', face: palette.gold, side: '#c98a16', deep: '#3a2600' };

interface PrizeCard extends At {
  turn: number;
  bright: string;
  dark: string;
  amount: string;
}

/** From the back to the front. */
const cards: readonly PrizeCard[] = [
  { x: 222, y: 206, turn: -15, bright: '#2f6bff', dark: '#0a1b52', amount: '$10' },
  { x: 678, y: 206, turn: 15, bright: '#1fbf7f', dark: '#033a26', amount: '$50' },
  { x: 450, y: 104, turn: -2, bright: '#f0503f', dark: '#4a0d0a', amount: '$25' },
];

function card({ x, y, turn, bright, dark, amount }: PrizeCard, hasAmount: boolean): string {
  const id = `face${amount.slice(1)}`;
  const words = hasAmount
    ? `<text x="-108" y="30" font-family="Oxanium" font-size="76" font-weight="800" fill="#fff">${amount}</text>`
    : `${plate({ x: -106, y: -4 }, 96, 14, 4, 'fill="#fff" opacity=".8"')}${plate({ x: -106, y: 22 }, 62, 10, 3, 'fill="#fff" opacity=".5"')}`;
  return `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${bright}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
    <g transform="translate(${x} ${y}) rotate(${turn})">
    ${plate({ x: -136, y: -86 }, 272, 172, 24, `fill="url(#${id})" stroke="#fff" stroke-opacity=".35" stroke-width="2"`)}
    <path d="m78-40 26 26-26 26-26-26z" fill="#fff" opacity=".9"/>${words}</g>`;
}

/** A sealed pack of coins. */
function pack({ x, y }: At, turn: number): string {
  const teeth = 'l8-12 8 12'.repeat(8);
  return `<g transform="translate(${x} ${y}) rotate(${turn})">
    <path d="M-64-92${teeth}V96H-64z" fill="${violet.side}"/>
    <path d="M-64-72H64v22H-64zM-64 78H64v18H-64z" fill="${violet.deep}"/>
    <path d="M-64-50 64 40v38H-64z" fill="${violet.face}"/>${coin({ x: 0, y: 12 }, 92)}</g>`;
}

/** @param hasAmounts false where cards that are really on sale stand beside it */
export function prizesShape({ hasAmounts }: { hasAmounts: boolean }): string {
  return `<defs>${glow('halo', palette.storm, 0.55)}${glow('core', palette.gold, 0.5)}</defs>
    <ellipse cx="450" cy="300" rx="430" ry="250" fill="url(#halo)"/>
    <ellipse cx="450" cy="330" rx="210" ry="150" fill="url(#core)"/>
    ${cards.map((one) => card(one, hasAmounts)).join('')}
    ${familyShape('currency', golden, { x: 62, y: 280, size: 260 })}
    ${pack({ x: 744, y: 424 }, 9)}
    ${familyShape('item', violet, { x: 240, y: 196, size: 420 })}`;
}

export const prizesDrawing = (parts: { hasAmounts: boolean }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${prizesSize.width} ${prizesSize.height}">${prizesShape(parts)}</svg>`;

/** prizes.avif and prizes.webp, on nothing. */
export async function renderPrizes(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await withLettering(
    prizesSize,
    async (set) => {
      const drawn = await set(
        `<style>body { background: transparent }</style>${prizesDrawing({ hasAmounts: false })}`,
      );
      await savePicture(sharp(drawn), join(folder, 'prizes'), { avif: 52, webp: 74, largestBytes: 45_000 });
    },
    { isTransparent: true },
  );
}
