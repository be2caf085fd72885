// SPDX-License-Identifier: Apache-2.0

/** Places of the challenge cards: three that can be played, two that are still dark. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type At, arc, player, route } from './drawings.ts';
import { gate, squads, supplyDrop } from './game-motifs.ts';
import { colours, type Landscape, renderLandscape } from './landscape.ts';
import { light, palette } from './palette.ts';
import { savePicture } from './pictures.ts';

/** As wide as the widest card on a screen with two dots per pixel. */
const size = { width: 1080, height: 420 };
const middle = { x: 1.86, y: 0.5 };
const here = { x: middle.x * 720, y: middle.y * 720 };

/** Clear of the ring, where a narrow card still shows it. */
const motifAt = { x: 640, y: 350 };

const runners = (places: readonly (At & { turn: number })[]) =>
  places.map((place) => player(place, place.turn, 1.9)).join('');

const playable: Record<string, Landscape> = {
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
    drawing:
      supplyDrop(motifAt, 380, { lit: '#ffd88a', face: '#7c5cff', deep: '#1d1450' }) +
      runners([
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
    drawing: `${supplyDrop(motifAt, 380, { lit: '#d9fff0', face: '#2c9c7e', deep: '#08343a' })}
      ${arc(here, 120, 1, `stroke="#d9fff0" stroke-opacity=".5" stroke-width="4" stroke-dasharray="4 16"`)}
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
    drawing:
      supplyDrop(motifAt, 380, { lit: '#ffd9b8', face: '#d8577f', deep: '#3a1236' }) +
      route(
        [{ x: 260, y: 690 }, { x: 560, y: 520 }, { x: 940, y: 560 }, here],
        `stroke="${palette.text}" stroke-opacity=".6" stroke-width="4" stroke-dasharray="4 15" stroke-linecap="round"`,
      ) +
      runners([{ ...here, turn: 70 }]),
  },
};

const dark: Record<string, Landscape> = {
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
    drawing: gate(motifAt, 420, { lit: '#e2c890', face: '#7d6840', deep: '#2b2217' }),
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
    drawing: squads(motifAt, 460, { lit: '#bcd4ff', face: '#5f7ba6', deep: '#141c33' }),
  },
};

/** Pictures of the challenge cards: <place>.avif and <place>.webp. */
export async function renderChallengeArt(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, view] of Object.entries({ ...playable, ...dark })) {
    await savePicture(await renderLandscape(view, size), join(folder, name), { avif: 46, webp: 62 });
  }
}
