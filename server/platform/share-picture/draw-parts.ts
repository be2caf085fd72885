// SPDX-License-Identifier: Apache-2.0

/** The common parts of all link preview pictures: 1200 x 630, words left, the ring right. */
import { readFile } from 'node:fs/promises';
import { drawText, getWidth, toLines } from '../lettering/lettering.ts';

export const colours = {
  line: '#29324d',
  text: '#edeff7',
  muted: '#9aa3b8',
  gold: '#ffc53d',
  goldInk: '#1a1200',
  storm: '#7c5cff',
  win: '#3ddc97',
  loss: '#ff7676',
} as const;

export const left = 72;
/** The width left of the ring. */
const textWidth = 505;
/** The centre of the rings in the background picture. */
const ring = { x: 835, y: 314, radius: 226 };

/** Beside the logo, which is part of the background picture. */
function drawBrand(brandName: string): string {
  const [name = ''] = toLines(brandName, 34, 400, 1);
  return drawText(name, { x: left + 76, y: 100, size: 34, fill: colours.text });
}

/** How far the ring is closed, from 0 to 1; drawn over the background's ring. */
export function drawRing({ closed, colour }: { closed: number; colour: string }): string {
  const around = 2 * Math.PI * ring.radius;
  const circle = (width: number, opacity: number) =>
    `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}" fill="none" stroke="${colour}" stroke-width="${width}"
      stroke-opacity="${opacity}" stroke-dasharray="${closed * around} ${around}" transform="rotate(-90 ${ring.x} ${ring.y})"/>`;
  return `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}" fill="none" stroke="${colours.line}" stroke-width="12"/>
    ${circle(44, 0.1)}${circle(28, 0.16)}${circle(12, 1)}`;
}

/** In up to three lines. `below`: the baseline of the last one. */
export function drawTitle(title: string): { title: string; below: number } {
  const size = title.length > 34 ? 43 : 58;
  const y = (place: number) => 198 + size + place * size * 1.14;
  const lines = toLines(title, size, textWidth, 3);
  return {
    title: lines
      .map((line, place) => drawText(line, { x: left, y: y(place), size, fill: colours.text }))
      .join(''),
    below: y(lines.length - 1),
  };
}

/** The sign of the coin. */
export function drawCoin(y: number): string {
  return `<g transform="translate(${left} ${y - 54}) scale(3.1)">
    <path d="M6 1h8l5 5v8l-5 5H6l-5-5V6z" fill="${colours.gold}"/>
    <path d="M6.9 3.2h6.2l3.7 3.7v6.2l-3.7 3.7H6.9l-3.7-3.7V6.9z" fill="${colours.goldInk}"/>
    <path d="M12.9 7.3A4 4 0 1 0 13 12.6V10h-2.6" fill="none" stroke="${colours.gold}" stroke-width="1.7"/>
  </g>`;
}

/** A large amount, and its unit if there is room. */
export function drawAmount(
  amount: string,
  { unit, x, y, colour }: { unit: string; x: number; y: number; colour: string },
): string {
  const size = amount.length > 8 ? 44 : 68;
  const end = x + 18 + getWidth(amount, size);
  return `${drawText(amount, { x, y, size, fill: colour })}
    ${end < textWidth ? drawText(unit, { x: end, y, size: 30, fill: colours.muted }) : ''}`;
}

const background = new URL('./share-picture.jpg', import.meta.url);

/** @returns the picture as JPEG */
export async function toPicture(brandName: string, parts: readonly string[]): Promise<Buffer> {
  const above = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
    ${parts.join('')}
    ${drawBrand(brandName)}
  </svg>`;
  // Loaded only when a picture is drawn, because it takes extra memory.
  const { default: sharp } = await import('sharp');
  return sharp(await readFile(background))
    .composite([{ input: Buffer.from(above) }])
    .jpeg({ quality: 80 })
    .toBuffer();
}
