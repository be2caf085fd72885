// SPDX-License-Identifier: Apache-2.0

/** Places of the challenge cards: three of the first game, two of the second, two that are still dark. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type At, arc, player, route } from './drawings.ts';
import { colours, type Landscape, renderLandscape } from './landscape.ts';
import { light, palette } from './palette.ts';
import { savePicture } from './pictures.ts';
import { asImage, takePhotographs } from './solid/photographs.ts';
import type { Shot } from './solid/studio.ts';
import type { Tones } from './solid/tones.ts';

/** As wide as the widest card on a screen with two dots per pixel. */
const size = { width: 1080, height: 420 };
const middle = { x: 1.86, y: 0.5 };
const here = { x: middle.x * 720, y: middle.y * 720 };

/** A land, and what tells its game from another. */
interface View extends Landscape {
  thing: { name: keyof typeof stands; tones: Tones };
}

/** Where a camera stands so that the thing fills a square. */
const stands = {
  'supply-drop': { target: [0, 3, 0], distance: 18.5, around: 24, above: 12 },
  plane: { target: [0, 0.9, 0], distance: 15.5, around: -118, above: 46 },
  gate: { target: [0, 2.3, 0], distance: 15.5, around: -24, above: 22 },
  squads: { target: [0, 0.2, 0], distance: 20, around: -20, above: 52 },
} satisfies Record<string, Shot['camera']>;

/** Clear of the ring, where a narrow card still shows it. */
const thingAt = { x: 350, y: 62, width: 600, height: 600 };

const runners = (places: readonly (At & { turn: number })[]) =>
  places.map((place) => player(place, place.turn, 1.9)).join('');

const playable: Record<string, View> = {
  storm: {
    land: {
      seed: 41,
      detail: 2,
      islands: [
        { ...middle, radius: 0.62 },
        { x: 0.5, y: 0.7, radius: 0.3 },
      ],
      contours: 11,
    },
    middle,
    rings: [
      { radius: 0.4, colour: light(palette.storm), strength: 1 },
      { radius: 0.2, colour: light(palette.gold), strength: 1.1 },
    ],
    core: { colour: '#ff8f24', strength: 0.9, reach: 0.08 },
    storm: { from: 0.42, depth: 0.95, colour: '#2c2280' },
    thing: {
      name: 'supply-drop',
      tones: { lit: '#ffd88a', face: '#7c5cff', side: '#4b35b0', deep: '#2a1d66' },
    },
    drawing: runners([
      { x: 1110, y: 190, turn: 128 },
      { x: 1210, y: 560, turn: 40 },
      { x: 1600, y: 300, turn: -105 },
    ]),
  },
  peaks: {
    land: {
      seed: 18,
      detail: 1.7,
      islands: [{ x: 1.2, y: 0.5, radius: 1.15 }],
      colours: colours('#08252a', '#0e2c2f', '#1b4d50', '#8cd0c0'),
      contours: 12,
    },
    middle,
    rings: [{ radius: 0.3, colour: light('#3ddc97'), strength: 0.9 }],
    core: { colour: '#b8ffe0', strength: 0.5, reach: 0.1 },
    storm: { from: 0.62, depth: 0.9, colour: '#123c5a' },
    lineColour: '#8fd8c4',
    thing: {
      name: 'supply-drop',
      tones: { lit: '#e6fff6', face: '#2cb88f', side: '#17735c', deep: '#0c4a4a' },
    },
    drawing: `${arc(here, 120, 1, `stroke="#d9fff0" stroke-opacity=".5" stroke-width="4" stroke-dasharray="4 16"`)}
      <path d="m${here.x} ${here.y - 22} 22 22-22 22-22-22z" fill="${palette.text}"/>`,
  },
  harbour: {
    land: {
      seed: 63,
      detail: 2.3,
      islands: [
        { x: 0.95, y: 0.2, radius: 0.62 },
        { x: 2.4, y: 0.85, radius: 0.55 },
        { x: 1.86, y: 0.46, radius: 0.3 },
      ],
      colours: colours('#1c1030', '#2b1430', '#4a2044', '#d88aa8'),
      contours: 11,
    },
    middle,
    rings: [{ radius: 0.34, colour: light('#ff7ab0'), strength: 0.9 }],
    core: { colour: '#ff9a5a', strength: 0.9, reach: 0.1 },
    storm: { from: 0.5, depth: 0.9, colour: '#451a4c' },
    lineColour: '#e09ac0',
    thing: {
      name: 'supply-drop',
      tones: { lit: '#ffe0c4', face: '#e0527f', side: '#96305a', deep: '#56204f' },
    },
    drawing:
      route(
        [{ x: 260, y: 690 }, { x: 560, y: 520 }, { x: 940, y: 560 }, here],
        `stroke="${palette.text}" stroke-opacity=".6" stroke-width="4" stroke-dasharray="4 15" stroke-linecap="round"`,
      ) + runners([{ ...here, turn: 70 }]),
  },
};

/** Places of the second game: other land, and a plane instead of a balloon. */
const second: Record<string, View> = {
  steppe: {
    land: {
      seed: 52,
      detail: 1.9,
      islands: [
        { x: 1.5, y: 0.55, radius: 1.05 },
        { x: 0.3, y: 0.3, radius: 0.5 },
      ],
      colours: colours('#1f1408', '#33210f', '#5c421f', '#d9a860'),
      contours: 10,
    },
    middle,
    rings: [{ radius: 0.36, colour: light('#ff9a3d'), strength: 1 }],
    core: { colour: '#ffd88a', strength: 0.5, reach: 0.08 },
    storm: { from: 0.5, depth: 0.85, colour: '#6b2f12' },
    lineColour: '#e6bd80',
    thing: { name: 'plane', tones: { lit: '#f4e3c4', face: '#d07a2c', side: '#8a4d18', deep: '#3a1c08' } },
    drawing: runners([
      { x: 1160, y: 250, turn: 120 },
      { x: 1560, y: 470, turn: -60 },
    ]),
  },
  frost: {
    land: {
      seed: 77,
      detail: 2.4,
      islands: [
        { x: 1.7, y: 0.5, radius: 0.8 },
        { x: 0.55, y: 0.75, radius: 0.4 },
      ],
      colours: colours('#0d2030', '#1a3a4e', '#4b7791', '#e6f6ff'),
      contours: 12,
    },
    middle,
    rings: [{ radius: 0.3, colour: light('#7fd0ff'), strength: 0.9 }],
    core: { colour: '#e6f6ff', strength: 0.5, reach: 0.08 },
    storm: { from: 0.5, depth: 0.9, colour: '#163a5c' },
    lineColour: '#bfe2f5',
    thing: { name: 'plane', tones: { lit: '#f2fbff', face: '#5aa5d6', side: '#2f6d99', deep: '#0d2a40' } },
    drawing: `${arc(here, 130, 1, `stroke="#e6f6ff" stroke-opacity=".5" stroke-width="4" stroke-dasharray="4 16"`)}`,
  },
};

const dark: Record<string, View> = {
  dunes: {
    land: {
      seed: 95,
      detail: 2.2,
      islands: [{ x: 1.3, y: 0.5, radius: 1.5 }],
      colours: colours('#15110c', '#1e1811', '#3a2e1f', '#7a6547'),
      contours: 13,
    },
    middle,
    rings: [{ radius: 0.32, colour: light('#a08757'), strength: 0.35 }],
    storm: { from: 0.4, depth: 0.9, colour: '#1e1a22' },
    lineColour: '#a08f6d',
    moon: 0.7,
    thing: { name: 'gate', tones: { lit: '#c9ac70', face: '#7d6840', side: '#57482c', deep: '#2b2217' } },
  },
  orbit: {
    land: {
      seed: 7,
      detail: 3.2,
      islands: [
        { x: 0.6, y: 0.4, radius: 0.4 },
        { x: 1.25, y: 0.8, radius: 0.3 },
        { x: 1.86, y: 0.5, radius: 0.38 },
        { x: 2.4, y: 0.2, radius: 0.3 },
      ],
      colours: colours('#0a1626', '#101d2e', '#1c3048', '#54749c'),
      contours: 13,
    },
    middle,
    rings: [{ radius: 0.32, colour: light('#5f7ba6'), strength: 0.4 }],
    storm: { from: 0.4, depth: 0.9, colour: '#141c33' },
    lineColour: '#7f9cc8',
    moon: 0.7,
    thing: { name: 'squads', tones: { lit: '#bcd4ff', face: '#4f6b96', side: '#34496b', deep: '#2c3b5c' } },
  },
};

/**
 * Pictures of the challenge cards: <place>.avif and <place>.webp.
 * @param folder of those of the first game
 * @param others of all others (web/features/challenges/challenge-art.tsx)
 */
export async function renderChallengeArt(folder: string, others: string): Promise<void> {
  await renderAll(playable, folder);
  await renderAll({ ...second, ...dark }, others);
}

async function renderAll(views: Record<string, View>, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const shots = Object.values(views).map(
    ({ thing }): Shot => ({ width: 480, height: 480, things: [thing], camera: stands[thing.name] }),
  );
  const taken = await takePhotographs(shots);
  for (const [index, [name, { thing: _, drawing = '', ...land }]] of Object.entries(views).entries()) {
    const view = { ...land, drawing: asImage(taken[index] as Buffer, thingAt) + drawing };
    await savePicture(await renderLandscape(view, size), join(folder, name), { avif: 46, webp: 62 });
  }
}
