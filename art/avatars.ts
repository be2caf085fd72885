// SPDX-License-Identifier: Apache-2.0

/**
 * The avatars that players choose from: heads seen from the front, out of flat faces like everything else here, in front
 * of the ring. SVG on a canvas of 64 x 64, in the order of contract/public-players.ts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AvatarName, avatars } from '../contract/public-players.ts';
import { palette } from './palette.ts';

/** From what the light falls on to what is cut into it; the light comes from the left. */
interface Tones {
  ground: string;
  ring: string;
  lit: string;
  face: string;
  side: string;
  deep: string;
}

const violet = { ground: '#1b1442', ring: palette.storm };
const blue = { ground: '#10203f', ring: '#4d7dff' };
const teal = { ground: '#0b2a33', ring: '#2fb8c4' };
const plum = { ground: '#31123a', ring: '#c65cff' };
const slate = { ground: '#1a2133', ring: '#8593b5' };
const rust = { ground: '#331a16', ring: '#e07a4f' };

const tones: Record<AvatarName, Tones> = {
  fox: { ...rust, lit: '#ffb489', face: '#f0824d', side: '#c9602f', deep: '#3a1408' },
  owl: { ...violet, lit: '#d9d0ff', face: '#a08cf5', side: '#7a62dc', deep: '#1a1040' },
  wolf: { ...slate, lit: '#eef2ff', face: '#b9c3dd', side: '#8a96b6', deep: '#141a2b' },
  raven: { ...violet, lit: '#7c74a8', face: '#4b4376', side: '#352e5a', deep: '#c9b8ff' },
  stag: { ...teal, lit: '#f3dcc0', face: '#c79b72', side: '#9c744f', deep: '#26160a' },
  bear: { ...blue, lit: '#d6b79c', face: '#a37c5d', side: '#7b5a41', deep: '#1d1109' },
  hare: { ...plum, lit: '#ffffff', face: '#e6d5f0', side: '#bfa6cf', deep: '#3c1747' },
  lynx: { ...teal, lit: '#ffe2b8', face: '#dba868', side: '#ad7c41', deep: '#2a1806' },
  ram: { ...rust, lit: '#f7ede0', face: '#d3bfa9', side: '#a58d76', deep: '#2e1c10' },
  bat: { ...plum, lit: '#b57fd6', face: '#8450ab', side: '#623681', deep: '#f6e3ff' },
  boar: { ...slate, lit: '#b4a0a8', face: '#84707a', side: '#62505a', deep: '#f5ecef' },
  viper: { ...teal, lit: '#b9f5e1', face: '#5cc9a8', side: '#3a9c80', deep: '#052820' },
  robot: { ...blue, lit: '#f0f5ff', face: '#b7c7e8', side: '#8599c4', deep: '#0d1a38' },
  knight: { ...violet, lit: '#f4f1ff', face: '#bdb8dc', side: '#8e88b5', deep: '#120b2e' },
  ghost: { ...blue, lit: '#ffffff', face: '#dbe6ff', side: '#aebfe8', deep: '#16264d' },
  pilot: { ...rust, lit: '#fff1e6', face: '#e6cdbb', side: '#b89a86', deep: '#20140f' },
};

const shape = (points: string, colour: string) => `<path d="M${points}z" fill="${colour}"/>`;
const mirror = (points: string) =>
  points.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, x: string, y: string) => `${64 - Number(x)},${y}`);
/** One face and its mirror image. */
const pair = (points: string, left: string, right: string) =>
  shape(points, left) + shape(mirror(points), right);
const same = (points: string, colour: string) => pair(points, colour, colour);

type Drawing = (tones: Tones) => string;

const drawings: Record<AvatarName, Drawing> = {
  fox: ({ lit, face, side, deep }) =>
    pair('11,9 24,23 14,34', face, side) +
    same('14,14 20,23 15.5,29', deep) +
    pair('32,24 24,22 14,33 19,43 32,55', lit, face) +
    pair('14,33 22,37 32,55 19,43', '#fff4ec', '#f3d9c8') +
    shape('32,24 28,38 32,47 36,38', side) +
    same('20.5,34 27,37.5 22.5,38.5', deep) +
    shape('28.5,49 35.5,49 32,55', deep),
  owl: ({ lit, face, side, deep }) =>
    pair('12,10 32,22 32,56 20,50 13,36', face, side) +
    pair('12,10 32,22 32,28 18,22', lit, face) +
    same('16,31 23,24 31,31 23,39', '#f7f4ff') +
    same('20,31 23.5,27.5 27,31 23.5,35', deep) +
    shape('29,33 35,33 32,42', '#ffd9a8') +
    pair('22,44 27,42 32,47 32,51 27,48', lit, face),
  wolf: ({ lit, face, side, deep }) =>
    pair('14,8 26,24 15,32', face, side) +
    same('16.5,15 21.5,23.5 17,27', deep) +
    pair('32,22 24,22 12,35 18,38 16,43 23,45 32,56', lit, face) +
    pair('23,45 27,40 32,56', face, side) +
    shape('32,28 28.5,40 32,50 35.5,40', side) +
    same('20,34 28,38 22,38.5', deep) +
    shape('28.5,49 35.5,49 34,53 32,55 30,53', deep),
  raven: ({ lit, face, side, deep }) =>
    pair('32,9 22,14 15,26 16,40 25,50 32,52', face, side) +
    pair('32,9 22,14 15,26 27,22', lit, face) +
    same('19,28 27,30.5 21,33.5', deep) +
    pair('32,27 27.5,34 29,45 32,58', '#d7dbea', '#9aa3b8') +
    shape('32,34 30.8,46 32,58 33.2,46', '#5b6480'),
  stag: ({ lit, face, side, deep }) =>
    pair('27,27 22,20 14,20 9,12 15,17 20,17 18,8 24,17 30,25', lit, face) +
    pair('26,29 12,26 18,33', face, side) +
    pair('32,24 25,27 23,36 28,53 32,55', lit, face) +
    shape('32,24 29,36 30,47 34,47 35,36', side) +
    same('24,35 29,37 25.5,39', deep) +
    shape('28.6,49 35.4,49 34,54 30,54', deep),
  bear: ({ lit, face, side, deep }) =>
    pair('13,13 22,11 25,18 15,26 11,20', face, side) +
    same('15.5,16 20,15 20.5,18 16,22', deep) +
    pair('32,16 22,16 13,27 14,42 23,52 32,54', lit, face) +
    pair('32,35 24,40 25,48 32,51', '#f2e0d0', '#dcc3ae') +
    same('20,29 26,31 21.5,33.5', deep) +
    shape('27.5,38 36.5,38 32,44', deep) +
    shape('31.3,43 32.7,43 32.7,48 31.3,48', side),
  hare: ({ lit, face, deep }) =>
    pair('20,4 27,10 29,26 22,27 18,16', lit, face) +
    pair('21,9 25,13 26,24 23,24', '#e7a9cf', '#c987b4') +
    pair('32,25 23,26 16,36 20,47 32,55', lit, face) +
    pair('32,43 26,46 28,52 32,55', '#ffffff', '#d6c0e2') +
    same('20,35 26,36.5 22,40', deep) +
    shape('28.8,43 35.2,43 32,46.8', '#d06ba6'),
  lynx: ({ lit, face, side, deep }) =>
    shape('15,4 18,11 13,11', deep) +
    shape('49,4 46,11 51,11', deep) +
    pair('14,8 27,21 15,31', face, side) +
    same('17,15 22,21 17.5,25', deep) +
    pair('32,20 24,21 14,31 12,46 20,44 25,51 32,53', lit, face) +
    pair('12,46 20,44 18,38', '#fff7ea', '#f0dcc0') +
    pair('32,41 25,44 27,50 32,52', '#fff7ea', '#ead3b2') +
    same('19,32 28,35 22,37', deep) +
    same('24,24 26,24 28,30 26,30', side) +
    shape('28.5,40 35.5,40 32,44.5', deep),
  ram: ({ lit, face, side, deep }) =>
    pair('27,18 16,13 7,20 6,32 12,40 19,37 20,31 15,33 12,29 13,23 18,20 26,24', '#e0b488', '#b98a5e') +
    same(
      '12,15.2 14,20.8 12.4,22 9,17.6M6.2,27 12,27.4 12,29.4 6.1,29.4M9.4,36.6 14,32.4 15.4,33 12,39.6',
      '#8a623d',
    ) +
    pair('32,18 25,19 22,30 26,46 32,55', lit, face) +
    shape('32,20 28.6,33 30,46 34,46 35.4,33', side) +
    same('23,32 28.6,34 24.6,36.5', deep) +
    shape('28.8,47 35.2,47 33.6,52 30.4,52', deep),
  bat: ({ lit, face, side, deep }) =>
    pair('13,6 28,21 17,33', face, side) +
    pair('16,13 24,22 18,28', '#45205e', '#371849') +
    pair('32,21 25,21 16,32 18,43 27,51 32,52', lit, face) +
    same('20,33 28,36 22.5,39', deep) +
    pair('32,37 28,40 29,44 32,43', side, side) +
    same('26.5,45 30,45 28.4,50', '#ffffff'),
  boar: ({ lit, face, side, deep }) =>
    pair('11,15 25,19 17,30', face, side) +
    pair('32,14 26,19 17,26 14,38 21,48 32,52', lit, face) +
    shape('32,8 28,18 32,26 36,18', '#40323a') +
    same('19,31 26,34 21,36', '#2b1f26') +
    pair('32,38 24,41 24,50 32,54', '#d9a7a7', '#b98486') +
    same('26.5,44.5 29.5,44.5 29,48.5 27,48.5', '#3a2024') +
    same('23,49 18,46 18.5,36.5 21,43 25,45', deep),
  viper: ({ lit, face, side, deep }) =>
    pair('32,10 22,14 12,28 15,39 24,47 28,56 32,57', lit, face) +
    pair('12,28 15,39 24,47 22,36', face, side) +
    same('17,30 27,34 19.5,36', '#fff7c2') +
    same('21.4,31.8 23,32.4 22.6,35.6 21.4,35.8', deep) +
    shape('32,14 28,24 32,34 36,24', side) +
    shape('31.2,54 32.8,54 32.8,59 36,63 32,60.5 28,63 31.2,59', '#ff8fa3') +
    same('28.4,47 30,46.4 29.8,50', deep),
  robot: ({ lit, face, side, deep }) =>
    shape('31,5 33,5 33,16 31,16', face) +
    shape('29,5 32,2 35,5 32,8', '#8fb2ff') +
    pair('32,14 20,14 14,20 14,44 22,52 32,52', lit, face) +
    pair('14,26 9,28 9,38 14,40', face, side) +
    same('18,25 32,25 32,36 22,36 18,32', deep) +
    same('22,28.5 28,28.5 27,32.5 23,32.5', '#7dd3ff') +
    pair('32,41 23,41 25,46 32,46', side, side) +
    same('25.5,41 27,41 27,46 25.5,46M30,41 31,41 31,46 30,46', deep),
  knight: ({ lit, face, side, deep }) =>
    shape('32,3 41,8 39,16 25,16 27,6', '#7c5cff') +
    shape('32,3 41,8 39,16 32,16', '#5a3fd1') +
    pair('32,12 21,16 15,27 16,44 24,53 32,58', lit, face) +
    shape('32,12 30,30 32,58 34,30', side) +
    same('17,29 30,32 30,36.5 18,34', deep) +
    same('21,41 23,41 24,50 22.4,48M25.4,42 27.4,42 27.8,52 26.2,51', deep),
  ghost: ({ lit, face, side, deep }) =>
    pair('32,9 22,12 15,22 15,55 20,50 25,55 32,49', lit, face) +
    pair('15,40 15,55 20,50 20,36', face, side) +
    same('20,25 27,27.5 26,35 21,33', deep) +
    shape('28,38 36,38 34.5,45 29.5,45', deep) +
    shape('32,9 42,12 36,16', side),
  pilot: ({ lit, face, side, deep }) =>
    pair('32,8 21,11 13,22 13,42 21,51 32,53', lit, face) +
    pair('13,24 8,27 8,38 13,41', face, side) +
    same('18,23 23,18.5 32,17 32,40 24,39 18,34', deep) +
    shape('21,24 25,20.6 31,19.6 24,35 20.4,32', '#e07a4f') +
    shape('35,19.4 38,20 31,38.6 28,38.4', '#f5b08c') +
    pair('32,44 25,44 27,48 32,48', side, side),
};

/** The ring around the head, with the gap of the logo. */
const ring = (colour: string) =>
  `<path d="M32 4.5a27.5 27.5 0 1 1-19.45 8.05" fill="none" stroke="${colour}" stroke-width="2.5" opacity=".55"/>`;

export function avatarPicture(name: AvatarName): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>${name}</title>${avatarShapes(name)}</svg>`;
}

function avatarShapes(name: AvatarName): string {
  const { ground, ring: colour } = tones[name];
  return `<path d="M0 0h64v64H0z" fill="${ground}"/>${ring(colour)}${drawings[name](tones[name])}`;
}

/** All in one file, for pictures that the server draws. */
export function renderAvatarShapes(target: string): void {
  const shapes = Object.fromEntries(avatars.map((name) => [name, avatarShapes(name)]));
  writeFileSync(target, `${JSON.stringify(shapes, null, 2)}\n`);
}

/** One file each: <name>.svg. */
export function renderAvatars(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of avatars) writeFileSync(join(folder, `${name}.svg`), `${avatarPicture(name)}\n`);
}
