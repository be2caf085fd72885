// SPDX-License-Identifier: Apache-2.0

/** What tells one game from another: a thing of each, in SVG around the place where it stands; no mark of anybody else. */
import { type At, plate } from './drawings.ts';

interface Look {
  lit: string;
  face: string;
  deep: string;
}

const at = ({ x, y }: At, size: number, shape: string) =>
  `<g transform="translate(${x} ${y}) scale(${size / 240})">${shape}</g>`;

/** The game that is played now: supplies under a balloon, for the last on an island. */
export function supplyDrop(place: At, size: number, { lit, face, deep }: Look): string {
  return at(
    place,
    size,
    `<path d="M-78-44a78 72 0 0 1 156 0c0 34-34 62-78 84-44-22-78-50-78-84z" fill="${face}"/>
    <path d="M-26-112c-24 34-24 108 26 152 50-44 50-118 26-152a78 72 0 0 0-52 0z" fill="${lit}"/>
    <path d="m-44 16 18 42M44 16 26 58M0 40v18" stroke="${lit}" stroke-width="4"/>
    ${plate({ x: -40, y: 56 }, 80, 64, 14, `fill="${deep}" stroke="${lit}" stroke-width="4"`)}
    <path d="M-40 80h80M0 56v64" stroke="${lit}" stroke-width="4" opacity=".6"/>
    <path d="m0 76 14 14-14 14-14-14z" fill="${lit}"/>`,
  );
}

/** The second game: the plane that crosses an island, and the line along which people jump. */
export function airlift(place: At, size: number, { lit, face, deep }: Look): string {
  return at(
    place,
    size,
    `<g transform="rotate(58)"><path d="M0 66v430" stroke="${lit}" stroke-width="6" stroke-dasharray="10 18"/>
    <path d="M0-116c12 14 17 34 17 58v22l97 56v28L17 22v50l36 28v20l-53-14-53 14v-20l36-28V22l-97 26V20l97-56v-22c0-24 5-44 17-58z" fill="${face}"/>
    <path d="M0-116c12 14 17 34 17 58v22l97 56v28L17 22v50l36 28v20L0 106z" fill="${lit}"/>
    <path d="M0-92c6 8 8 16 8 26H-8c0-10 2-18 8-26z" fill="${deep}"/>
    <path d="M-58-18v32M58-18v32" stroke="${deep}" stroke-width="13" stroke-linecap="round"/></g>`,
  );
}

/** Another arena: a gate with a pennant on each tower. */
export function gate(place: At, size: number, { lit, face, deep }: Look): string {
  const tower = (x: number) => `<path d="M${x - 24} 112V-40l12-14h24l12 14v152z" fill="${face}"/>
    <path d="M${x}-54v-60l44 16-44 16" fill="${lit}" stroke="${lit}" stroke-width="4"/>
    <path d="M${x - 8}-20h16v34h-16z" fill="${deep}"/>`;
  return at(
    place,
    size,
    `<path d="M-64 112V10h128v102H40V64a40 40 0 0 0-80 0v48z" fill="${deep}" stroke="${face}" stroke-width="6"/>
    ${tower(-88)}${tower(88)}<path d="M-64 22H64" stroke="${lit}" stroke-width="6" stroke-dasharray="18 10"/>`,
  );
}

/** Squad against squad: two times three, heading for one another. */
export function squads(place: At, size: number, { lit, face }: Look): string {
  const squad = (turn: number, colour: string) =>
    [
      [0, 34],
      [-46, 84],
      [46, 84],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<path transform="rotate(${turn}) translate(${x} ${y})" d="M0-28 24 20 0 8-24 20z" fill="${colour}"/>`,
      )
      .join('');
  return at(
    place,
    size,
    `${squad(90, lit)}${squad(-90, face)}<path d="M0-110V110" stroke="${lit}" stroke-width="4" stroke-dasharray="4 14"/>`,
  );
}
