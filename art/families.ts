// SPDX-License-Identifier: Apache-2.0

/**
 * What tells one kind of gift card from another in any colour: a wallet, a ticket, a chest, stacks of coins, a calendar.
 * SVG on a canvas of 640 x 640.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CardKind, cardKinds } from '../contract/shop.ts';
import { plate } from './drawings.ts';

/** From what the light falls on to what is cut into it. */
export interface Tones {
  lit: string;
  face: string;
  side: string;
  deep: string;
}

const fill = (colour: string, more = '') => `fill="${colour}" ${more}`;
const polygon = (points: string, colour: string) => `<path d="M${points}z" ${fill(colour)}/>`;

function wallet({ lit, face, side, deep }: Tones): string {
  const note = (turn: number, colour: string) => `<g transform="rotate(${turn} 320 420)">
    ${plate({ x: 168, y: 128 }, 300, 260, 34, fill(colour))}
    <path d="M204 178h120M204 208h70" stroke="${deep}" stroke-width="14"/></g>`;
  return `<g transform="rotate(-6 320 340)">${note(9, side)}${note(-3, lit)}
    ${plate({ x: 96, y: 232 }, 448, 284, 44, fill(face))}
    <path d="M96 262h448v-30H96z" ${fill(side)}/>
    <path d="M120 488h380" stroke="${side}" stroke-width="6" stroke-dasharray="20 14"/>
    ${plate({ x: 414, y: 328 }, 152, 92, 24, fill(deep))}
    <path d="m462 346 28 28-28 28-28-28z" ${fill(lit)}/></g>`;
}

function ticket({ lit, face, side, deep }: Tones): string {
  const shape = 'M78 214h318a30 30 0 0 0 60 0h106v232H456a30 30 0 0 0-60 0H78z';
  const steps = [0, 1, 2, 3, 4].map(
    (step) =>
      `<path d="M${118 + step * 52} ${386 - step * 31}h38v${26 + step * 31}h-38z" ${fill(step < 3 ? deep : side)}/>`,
  );
  return `<g transform="rotate(16 320 330)"><path d="${shape}" ${fill(side)}/></g>
    <g transform="rotate(-9 320 330)"><path d="${shape}" ${fill(face)}/>
    <path d="M78 214h318v14H78z" ${fill(lit)}/>
    <path d="M426 252v160" stroke="${deep}" stroke-width="8" stroke-dasharray="12 14"/>
    ${steps.join('')}
    <path d="m509 286 12 30 32 3-25 20 8 32-27-18-27 18 8-32-25-20 32-3z" ${fill(deep)}/></g>`;
}

function chest({ lit, face, side, deep }: Tones): string {
  const rays = [-54, -27, 0, 27, 54].map(
    (turn) =>
      `<path d="M306 262 296 78h48l-10 184z" ${fill(lit, 'opacity=".3"')} transform="rotate(${turn} 320 300)"/>`,
  );
  return `${rays.join('')}
    <path d="m320 118 54 74-54 92-54-92z" ${fill(lit)}/><path d="m320 118 54 74-54 92z" ${fill(face)}/>
    <path d="M266 192h108" stroke="${deep}" stroke-width="6"/>
    ${polygon('110 306h420l-34 44H144', deep)}
    <path d="M96 336h448v150l-34 34H130l-34-34z" ${fill(face)}/>
    <path d="M96 336h448v34H96z" ${fill(lit)}/>
    <path d="M150 336h52v184h-52zM438 336h52v184h-52z" ${fill(side)}/>
    ${plate({ x: 272, y: 344 }, 96, 104, 22, fill(deep))}
    <path d="M320 374v40" stroke="${lit}" stroke-width="16"/>`;
}

function coins({ lit, face, side, deep }: Tones): string {
  const thickness = 42;
  const one = (x: number, y: number, colour: string) =>
    `<path d="M${x - 92} ${y}v${thickness}a92 34 0 0 0 184 0v${-thickness}z" ${fill(side)}/>
    <path d="M${x - 70} ${y + 26}v${thickness - 14}M${x} ${y + 36}v${thickness - 14}M${x + 70} ${y + 26}v${thickness - 14}" stroke="${deep}" stroke-width="6"/>
    <ellipse cx="${x}" cy="${y}" rx="92" ry="34" ${fill(colour)}/>`;
  const stack = (x: number, foot: number, count: number) =>
    Array.from({ length: count }, (_, place) =>
      one(x, foot - place * (thickness + 5), place === count - 1 ? lit : face),
    ).join('') +
    `<path d="m${x} ${foot - (count - 1) * (thickness + 5) - 18} 40 18-40 18-40-18z" ${fill(deep)}/>`;
  return stack(408, 404, 6) + stack(222, 430, 4) + stack(344, 484, 2);
}

function calendar({ lit, face, side, deep }: Tones): string {
  const days = Array.from({ length: 12 }, (_, day) => {
    const [x, y] = [186 + (day % 4) * 74, 304 + Math.floor(day / 4) * 66];
    return plate({ x, y }, 50, 44, 10, fill(day < 7 ? deep : side));
  });
  const head = (turn: number) =>
    `<path d="m0-26 52 26-52 26z" ${fill(lit)} transform="rotate(${turn} 320 346) translate(320 56)"/>`;
  return `<path d="M320 56a290 290 0 0 1 251 435M320 636a290 290 0 0 1-251-435" fill="none" stroke="${lit}" stroke-width="18" opacity=".9"/>
    ${head(0).replace('rotate(0', 'rotate(121')}${head(301)}
    ${plate({ x: 148, y: 176 }, 344, 344, 40, fill(face))}
    <path d="M148 176h304l40 40v48H148z" ${fill(side)}/>
    <path d="M226 138v84M414 138v84" stroke="${lit}" stroke-width="24"/>
    ${days.join('')}`;
}

const drawings: Record<CardKind, (tones: Tones) => string> = {
  wallet,
  pass: ticket,
  item: chest,
  currency: coins,
  subscription: calendar,
};

/** The thing itself, moved and sized on somebody else's canvas. */
export function familyShape(
  kind: CardKind,
  tones: Tones,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 640})">${drawings[kind](tones)}</g>`;
}

/** On the ground of any type's colour. */
const plain: Tones = { lit: '#ffffff', face: '#d5dbec', side: '#97a1bd', deep: '#2b3350' };

/** Faces of cards without a picture, <kind>.svg: the thing alone, the card wears the colour of its type. */
export function renderFamilies(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const kind of cardKinds) {
    const shape = familyShape(kind, plain, { x: 374, y: 64, size: 532 });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 640"><title>${kind}</title>${shape}</svg>`;
    writeFileSync(join(folder, `${kind}.svg`), `${svg.replace(/\s*\n\s*/g, '')}\n`);
  }
}
