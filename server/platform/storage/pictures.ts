import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { type Refusal, refuse } from '../refusal.ts';
import type { Storage } from './storage.ts';

/** Widths of the files of a picture, in pixels; each is twice as wide as high. */
export const pictureWidths = [320, 640] as const;
const heightOf = (width: number) => width / 2;

const pixelsAtMost = 40_000_000;
/** What people upload. Others, SVG above all, would set further libraries to work on strangers' bytes. */
const readable = new Set(['jpeg', 'png', 'webp', 'avif']);

/** Quality by eye at card size: AVIF 55 and WebP 78 look alike, at some 6 and 9 KB of a drawn face. */
const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 4 }),
  webp: (image: Sharp) => image.webp({ quality: 78 }),
} as const;

async function isPicture(content: Buffer): Promise<boolean> {
  try {
    const {
      format,
      compression,
      pages = 1,
    } = await sharp(content, { limitInputPixels: pixelsAtMost }).metadata();
    const name = format === 'heif' && compression === 'av1' ? 'avif' : format;
    return readable.has(name) && pages === 1;
  } catch {
    return false;
  }
}

/**
 * Encodes a picture anew at each width, as AVIF and WebP, cut to shape around its middle. What else the file carried
 * (position, camera, appended data) is gone: only pixels go over.
 * @param folder where in the storage, such as `gift-cards`
 * @returns its path without size and ending; the same picture gets the same path. Refuses `picture_unreadable`.
 */
export async function keepPicture(
  storage: Storage,
  folder: string,
  content: Buffer,
): Promise<string | Refusal> {
  if (!(await isPicture(content))) return refuse('picture_unreadable');
  const path = `${folder}/${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
  try {
    for (const width of pictureWidths) {
      // One decoding for both formats; `autoOrient` applies what EXIF says before it is dropped.
      const cut = sharp(content, { limitInputPixels: pixelsAtMost, failOn: 'error' })
        .autoOrient()
        .resize(width, heightOf(width), { fit: 'cover' });
      for (const [ending, encode] of Object.entries(encoders)) {
        await storage.keep(`${path}-${width}.${ending}`, await encode(cut.clone()).toBuffer());
      }
    }
    return path;
  } catch (error) {
    // What sharp says of bytes that only look like a picture has no code; the disk's errors do.
    if ((error as NodeJS.ErrnoException).code) throw error;
    return refuse('picture_unreadable');
  }
}
