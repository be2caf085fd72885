// SPDX-License-Identifier: Apache-2.0

import sharp, { type Sharp } from 'sharp';
import { type Refusal, refuse } from '../refusal.ts';
import { type PictureFile, pictureWidths } from './picture-files.ts';

const getHeight = (width: number) => width / 2;
const maxPixels = 40_000_000;
/** Types that people upload. Others, above all SVG, would pass strangers' bytes to further libraries. */
const readable = new Set(['jpeg', 'png', 'webp', 'avif']);

/**
 * Qualities chosen by eye: both look alike, at 6 and 9 KB for a drawn face. A higher effort made AVIF five times slower
 * without a benefit.
 */
const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 78 }),
} as const;

/** sharp's messages for bytes that are not a picture of a known type. */
const notAPicture = /unsupported image format|buffer is empty/i;

const decode = (content: Buffer) => sharp(content, { limitInputPixels: maxPixels, failOn: 'error' });

/**
 * Why these bytes are not one still picture of an accepted type and size: `no_picture`, `picture_type` with the type's
 * name, `picture_unreadable`. Undefined if they are.
 */
export async function refusePicture(content: Buffer): Promise<Refusal | undefined> {
  try {
    const { format, compression, pages = 1 } = await decode(content).metadata();
    const type = format === 'heif' && compression === 'av1' ? 'avif' : format;
    if (!readable.has(type)) return refuse('picture_type', { type: type.toUpperCase() });
    return pages === 1 ? undefined : refuse('picture_unreadable');
  } catch (error) {
    return refuse(notAPicture.test(String(error)) ? 'no_picture' : 'picture_unreadable');
  }
}

/**
 * A picture at each width, as AVIF and WebP, cropped around its middle. Everything else in the file (position, camera,
 * appended data) is dropped: only the pixels stay.
 * @throws sharp's error for bytes that cannot be decoded
 */
export async function encodePicture(content: Buffer): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const width of pictureWidths) {
    // `autoOrient` applies the orientation from EXIF, which is dropped.
    const cut = decode(content).autoOrient().resize(width, getHeight(width), { fit: 'cover' });
    for (const [ending, encode] of Object.entries(encoders)) {
      files.push({ suffix: `-${width}.${ending}`, content: await encode(cut.clone()).toBuffer() });
    }
  }
  return files;
}
