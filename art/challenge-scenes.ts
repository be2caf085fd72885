// SPDX-License-Identifier: Apache-2.0

/** Places of the challenge cards: three of the first game, two of the second, two that are still dark. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type At, arc, player, route } from './drawings.ts';
import { airlift, gate, squads, supplyDrop } from './game-motifs.ts';
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

/** Places of the second game: other land, and a plane instead of a balloon. */
const second: Record<string, Landscape> = {
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
    drawing:
      airlift(motifAt, 380, { lit: '#ffe3b0', face: '#d07a2c', deep: '#3a1c08' }) +
      runners([
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
    drawing: `${airlift(motifAt, 380, { lit: '#f2fbff', face: '#5aa5d6', deep: '#0d2a40' })}
      ${arc(here, 130, 1, `stroke="#e6f6ff" stroke-opacity=".5" stroke-width="4" stroke-dasharray="4 16"`)}`,
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

/**
 * Pictures of the challenge cards: <place>.avif and <place>.webp.
 * @param folder of those of the first game
 * @param others of all others (web/features/challenges/challenge-art.tsx)
 */
export async function renderChallengeArt(folder: string, others: string): Promise<void> {
  await renderAll(playable, folder);
  await renderAll({ ...second, ...dark }, others);
}

async function renderAll(views: Record<string, Landscape>, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, view] of Object.entries(views)) {
    await savePicture(await renderLandscape(view, size), join(folder, name), { avif: 46, webp: 62 });
  }
}
