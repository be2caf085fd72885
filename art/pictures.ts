// SPDX-License-Identifier: Apache-2.0

/** Writes a picture in the two formats that browsers take, and says how large they are. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Sharp } from 'sharp';

export interface Encoding {
  /** Qualities from 1 to 100. */
  avif: number;
  webp: number;
  /** Where a file would be larger, its quality is lowered. */
  largestBytes?: number;
}

async function smallEnough(
  encode: (quality: number) => Promise<Buffer>,
  quality: number,
  largestBytes: number,
): Promise<Buffer> {
  const data = await encode(quality);
  if (data.length <= largestBytes) return data;
  if (quality < 20) throw new Error(`A picture cannot be made smaller than ${data.length} bytes`);
  return smallEnough(encode, quality - 5, largestBytes);
}

/** @param path without ending */
export async function savePicture(
  picture: Sharp,
  path: string,
  { avif, webp, largestBytes = Number.POSITIVE_INFINITY }: Encoding,
): Promise<void> {
  const files = {
    avif: await smallEnough(
      (quality) => picture.clone().avif({ quality, effort: 6 }).toBuffer(),
      avif,
      largestBytes,
    ),
    webp: await smallEnough(
      (quality) => picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer(),
      webp,
      largestBytes,
    ),
  };
  const sizes = Object.entries(files).map(([format, data]) => {
    writeFileSync(`${path}.${format}`, data);
    return `${format} ${Math.round(data.length / 1000)} kB`;
  });
  console.log(`${basename(path)}: ${sizes.join(', ')}`);
}
