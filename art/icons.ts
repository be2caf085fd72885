// SPDX-License-Identifier: Apache-2.0

/** The icons of browsers and home screens, and the web manifest that names them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { logoShape } from './marks.ts';
import { palette } from './palette.ts';

/** @param margin around the logo, as a share of the side; cut corners only where nothing else cuts the picture. */
function icon({ margin, hasCutCorners }: { margin: number; hasCutCorners: boolean }): string {
  const scale = (1 - 2 * margin).toFixed(4);
  const shift = (32 * margin).toFixed(3);
  const ground = hasCutCorners ? 'M0 0h25l7 7v25H7l-7-7z' : 'M0 0h32v32H0z';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${palette.ink}" d="${ground}"/><g transform="translate(${shift} ${shift}) scale(${scale})">${logoShape()}</g></svg>`;
}

const plain = icon({ margin: 0.11, hasCutCorners: true });
/** Systems round the corners themselves. */
const full = icon({ margin: 0.14, hasCutCorners: false });
/** Launchers cut any shape; what matters stays in the middle four fifths. */
const maskable = icon({ margin: 0.17, hasCutCorners: false });

function png(svg: string, side: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: side > 64 })
    .toBuffer();
}

/** An .ico file with PNG pictures in it (as all browsers since 2007 read it). */
function ico(pictures: readonly { side: number; data: Buffer }[]): Buffer {
  const entrySize = 16;
  const head = Buffer.alloc(6 + entrySize * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ side, data }, index) => {
    const at = 6 + entrySize * index;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += data.length;
  });
  return Buffer.concat([head, ...pictures.map(({ data }) => data)]);
}

export async function renderIcons(folder: string): Promise<void> {
  const write = (name: string, data: Buffer | string) => writeFileSync(join(folder, name), data);
  write('favicon.svg', plain.replace(/>\s+</g, '><'));
  const small = await Promise.all([16, 32].map(async (side) => ({ side, data: await png(plain, side) })));
  write('favicon.ico', ico(small));
  write('apple-touch-icon.png', await png(full, 180));
  for (const side of [192, 512]) {
    write(`icon-${side}.png`, await png(plain, side));
    write(`icon-maskable-${side}.png`, await png(maskable, side));
  }
}
