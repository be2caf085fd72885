// SPDX-License-Identifier: Apache-2.0

/** What stands behind the words of shared pages (server/platform/share-picture/draw-parts.ts). */
import sharp from 'sharp';
import { createFrameDrawer, toEightBits } from './film/frames.ts';
import { logoShape } from './marks.ts';
import { palette } from './palette.ts';

const size = { width: 1200, height: 630 };
const drawn = { width: 1280, height: 720 };

const above = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
  <defs><linearGradient id="shade">
    <stop offset="0" stop-color="${palette.ink}"/>
    <stop offset=".38" stop-color="${palette.ink}" stop-opacity=".86"/>
    <stop offset=".6" stop-color="${palette.ink}" stop-opacity=".45"/>
    <stop offset=".84" stop-color="${palette.ink}" stop-opacity="0"/>
  </linearGradient></defs>
  <rect width="${size.width}" height="${size.height}" fill="url(#shade)"/>
  <g transform="translate(72 60) scale(1.75)">${logoShape()}</g>
</svg>`;

export async function renderSharePicture(target: string): Promise<void> {
  const frame = toEightBits(await createFrameDrawer(drawn).draw(0));
  const picture = sharp(frame, { raw: { ...drawn, channels: 3 } }).resize({ ...size, fit: 'cover' });
  const flat = await picture.png().toBuffer();
  const { size: bytes } = await sharp(flat)
    .composite([{ input: Buffer.from(above) }])
    .jpeg({ quality: 88, mozjpeg: true })
    .toFile(target);
  console.log(`share picture: ${Math.round(bytes / 1000)} kB`);
}
