// SPDX-License-Identifier: Apache-2.0

/**
 * The faces of the demo's gift cards: what the card is for over a land in the colour of its type, and the amount; no mark
 * of anybody else. In the sizes that an upload is kept in.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type DemoCard, demoCards, faceName } from '../db/seed/demo-cards.ts';
import { familyShot } from './families.ts';
import { colours, type Landscape, renderLandscape } from './landscape.ts';
import { asAddress, escaped, withLettering } from './lettering.ts';
import { mix } from './noise.ts';
import { light } from './palette.ts';
import { savePicture } from './pictures.ts';
import { asImage, takePhotographs } from './solid/photographs.ts';
import type { Shot } from './solid/studio.ts';
import type { Tones } from './solid/tones.ts';

const size = { width: 1280, height: 640 };
const widths = [320, 640];

/** [bright, dark] of each type. */
const tints: Record<string, readonly [string, string]> = {
  psn: ['#2f6bff', '#07123f'],
  dota: ['#e0352b', '#360807'],
  pubg: ['#f0a020', '#3d2402'],
  steam: ['#3d9bd0', '#07202f'],
  xbox: ['#1fbf7f', '#022617'],
  nintendo: ['#ff3b4e', '#42060f'],
  roblox: ['#aeb6cc', '#171a26'],
  valorant: ['#ff5a70', '#2a0a1c'],
  fortnite: ['#8f70ff', '#190d4a'],
};
const plain = ['#8a96bd', '#10131f'] as const;

/** The same text always gives the same number, so that a card's face never changes. */
function numberFrom(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash;
}

/** Between two colours in hexadecimal. */
function blend(from: string, to: string, share: number): string {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(mix(part(from, at), part(to, at), share)));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The ground of a card in the colours of its type; the same number always gives the same ground. */
function cardLand(bright: string, dark: string, seed: number): Landscape {
  const middle = { x: 1.48, y: 0.5 };
  const gapAt = ((seed % 360) * Math.PI) / 180;
  return {
    land: {
      seed: seed % 997,
      detail: 2,
      islands: [
        { ...middle, radius: 0.62 },
        { x: 0.35, y: 0.9, radius: 0.34 },
      ],
      colours: {
        ...colours(
          blend(dark, bright, 0.16),
          blend(dark, bright, 0.22),
          blend(dark, bright, 0.5),
          blend(bright, '#ffffff', 0.35),
        ),
        sea: blend(dark, '#000000', 0.35),
      },
      contours: 12,
    },
    middle,
    rings: [
      { radius: 0.4, colour: light(blend(bright, '#ffffff', 0.2)), strength: 0.9, gapAt },
      { radius: 0.22, colour: light('#ffffff'), strength: 0.75, gapAt: gapAt + 2.3 },
    ],
    core: { colour: bright, strength: 1.1, reach: 0.14 },
    storm: { from: 0.5, depth: 0.9, colour: blend(dark, bright, 0.45) },
    moon: 1.15,
    lines: 0.3,
    lineColour: blend(bright, '#ffffff', 0.4),
    drawing: '<path d="m1065.6 334 26 26-26 26-26-26z" fill="#fff"/>',
  };
}

function getTones(bright: string, dark: string): Tones {
  return {
    lit: blend(bright, '#ffffff', 0.8),
    face: blend(bright, '#ffffff', 0.16),
    side: blend(dark, bright, 0.72),
    deep: blend(dark, bright, 0.14),
  };
}

const tintOf = (type: string) => tints[type] ?? plain;

/** What a card is for, in the colour of its type. */
function shotFor({ type, kind }: DemoCard): Shot {
  const [bright, dark] = tintOf(type);
  return familyShot(kind, getTones(bright, dark), blend(bright, '#ffffff', 0.35));
}

/** The land lies in the dark behind the thing; the light of its middle falls on the edges. */
function standFor({ type, title }: DemoCard, thing: Buffer): Landscape {
  const [bright, dark] = tintOf(type);
  const shade = `<radialGradient id="shade"><stop offset=".35" stop-color="${dark}" stop-opacity=".8"/><stop offset="1" stop-color="${dark}" stop-opacity="0"/></radialGradient>
    <circle cx="1062" cy="350" r="380" fill="url(#shade)"/>`;
  const image = asImage(thing, { x: 752, y: 56, width: 620, height: 620 });
  return { ...cardLand(bright, dark, numberFrom(title)), rings: [], drawing: shade + image };
}

async function face(card: DemoCard, thing: Buffer): Promise<string> {
  const { type, amount } = card;
  const [bright, dark] = tintOf(type);
  const picture = await renderLandscape(standFor(card, thing), size);
  const ground = asAddress(await picture.png().toBuffer());
  const veil = `${blend(dark, '#000000', 0.3)}`;
  return `<style>
    body { padding: 68px 76px 118px; justify-content: space-between; color: #fff;
      background: linear-gradient(90deg, ${veil} 4%, ${veil}b8 34%, transparent 68%), url(${ground}) }
    p { display: flex; align-items: center; gap: 22px; font-size: 50px; font-weight: 700; letter-spacing: .1em }
    p::before { content: ""; width: 26px; height: 26px; rotate: 45deg; background: ${blend(bright, '#ffffff', 0.15)} }
    h1 { font-size: ${amount.length > 5 ? 118 : 210}px; font-weight: 800; line-height: .9; letter-spacing: -.02em }
  </style><p>${escaped(type.toUpperCase())}</p><h1>${escaped(amount)}</h1>`;
}

export async function renderGiftCards(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shots = new Map(demoCards.map((card) => [`${card.type} ${card.kind}`, shotFor(card)]));
  const taken = await takePhotographs([...shots.values()]);
  const things = new Map([...shots.keys()].map((key, index) => [key, taken[index] as Buffer]));
  await withLettering(size, async (set) => {
    for (const card of demoCards) {
      const drawn = await set(await face(card, things.get(`${card.type} ${card.kind}`) as Buffer));
      for (const width of widths) {
        const path = join(folder, `${faceName(card)}-${width}`);
        await savePicture(sharp(drawn).resize(width), path, { avif: 55, webp: 78 });
      }
    }
  });
}
