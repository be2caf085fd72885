// SPDX-License-Identifier: Apache-2.0

/**
 * Draws text as shapes in an SVG. So the server's pictures look the same on a machine without fonts, and text can never
 * act as markup. The letters' outlines come from the product's own typeface (art/outlines.ts).
 */
import { readFileSync } from 'node:fs';

/** In the typeface's units, y upwards. */
interface Outlines {
  unitsPerEm: number;
  glyphs: Record<string, readonly [advance: number, path: string]>;
  /** How much pairs of letters move together (negative) or apart. */
  kerns: Record<string, number>;
}

const file = new URL('./oxanium.json', import.meta.url);
const { unitsPerEm, glyphs, kerns }: Outlines = JSON.parse(readFileSync(file, 'utf8'));
const ellipsis = '…';

/** The drawable part of a text: letters that the typeface lacks lose their accents, other characters are omitted. */
export function toDrawable(text: string): string {
  const signs = Array.from(text.normalize('NFC'), (sign) => {
    if (sign in glyphs) return sign;
    const [plain = ''] = sign.normalize('NFKD');
    return /\s/.test(sign) ? ' ' : plain in glyphs ? plain : '';
  });
  return signs.join('').replace(/ +/g, ' ').trim();
}

/** The start of each letter and the total width, in the typeface's units. */
function place(text: string): { places: { x: number; path: string }[]; width: number } {
  let x = 0;
  let before = '';
  const places: { x: number; path: string }[] = [];
  for (const sign of text) {
    const [advance, path] = glyphs[sign] ?? [0, ''];
    x += kerns[before + sign] ?? 0;
    if (path) places.push({ x, path });
    x += advance;
    before = sign;
  }
  return { places, width: x };
}

/** The width of a text in pixels. */
export function getWidth(text: string, size: number): number {
  return (place(text).width * size) / unitsPerEm;
}

/** @param at the start of the line: `y` of its baseline; `size` in pixels */
export function drawText(text: string, at: { x: number; y: number; size: number; fill: string }): string {
  const scale = at.size / unitsPerEm;
  const shapes = place(text).places.map(({ x, path }) => `<path transform="translate(${x} 0)" d="${path}"/>`);
  return `<g fill="${at.fill}" transform="translate(${at.x} ${at.y}) scale(${scale} ${-scale})">${shapes.join('')}</g>`;
}

function shorten(line: string, size: number, maxWidth: number): string {
  if (getWidth(line, size) <= maxWidth) return line;
  const signs = Array.from(line);
  while (signs.length > 0 && getWidth(signs.join('') + ellipsis, size) > maxWidth) signs.pop();
  return signs.join('').trimEnd() + ellipsis;
}

/** Breaks a text into lines of at most `maxWidth`; text beyond `maxLines` is cut off with an ellipsis. */
export function toLines(text: string, size: number, maxWidth: number, maxLines: number): string[] {
  const words = toDrawable(text).split(' ');
  const lines: string[] = [];
  while (words.length > 0 && lines.length < maxLines) {
    let line = words.shift() ?? '';
    const isLast = lines.length === maxLines - 1;
    while (words.length > 0 && (isLast || getWidth(`${line} ${words[0]}`, size) <= maxWidth)) {
      line += ` ${words.shift()}`;
    }
    lines.push(shorten(line, size, maxWidth));
  }
  return lines;
}
