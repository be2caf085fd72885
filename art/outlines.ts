// SPDX-License-Identifier: Apache-2.0

/**
 * The outlines of the product's type, for pictures that the server draws itself (server/platform/lettering): letters of
 * European languages, figures and signs, in one weight.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype from 'opentype.js';

const files = [
  import.meta.resolve('@fontsource/oxanium/files/oxanium-latin-600-normal.woff'),
  import.meta.resolve('@fontsource/oxanium/files/oxanium-latin-ext-600-normal.woff'),
];

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_none, index) => String.fromCodePoint(from + index));
}

const letters = range(0x20, 0x7e);
const signs = [...letters, ...range(0xa1, 0x17f), ...'–—‘’“”„…•€™−'];

export function renderOutlines(target: string): void {
  const fonts = files.map((file) => opentype.parse(new Uint8Array(readFileSync(fileURLToPath(file))).buffer));
  const [latin] = fonts;
  if (!latin) throw new Error('the type has no letters');
  const glyphs: Record<string, [number, string]> = {};
  for (const sign of signs) {
    const glyph = fonts.find((font) => font.hasChar(sign))?.charToGlyph(sign);
    if (glyph) glyphs[sign] = [glyph.advanceWidth ?? 0, glyph.path.toPathData(0)];
  }
  const kerns: Record<string, number> = {};
  for (const one of letters) {
    for (const other of letters) {
      const kern = latin.getKerningValue(latin.charToGlyph(one), latin.charToGlyph(other));
      if (kern !== 0) kerns[one + other] = kern;
    }
  }
  writeFileSync(target, `${JSON.stringify({ unitsPerEm: latin.unitsPerEm, glyphs, kerns })}\n`);
  console.log(
    `outlines: ${Object.keys(glyphs).length} letters and signs, ${Object.keys(kerns).length} pairs`,
  );
}
