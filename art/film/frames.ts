// SPDX-License-Identifier: Apache-2.0

/** Draws the frames of the film, each from its number alone. */
import sharp from 'sharp';
import { develop, polarFrom, shade } from '../shade.ts';
import { makeTerrain, type Size } from '../terrain.ts';
import { makeFog } from './fog.ts';
import { overlayAt } from './overlay.ts';
import { middle, sceneAt } from './timeline.ts';

export const filmLand = {
  seed: 41,
  islands: [
    { x: middle.x, y: middle.y, radius: 0.43 },
    { x: 0.62, y: 0.86, radius: 0.12 },
    { x: 1.7, y: 0.12, radius: 0.11 },
    { x: 0.5, y: 0.16, radius: 0.1 },
  ],
};

export interface FrameDrawer {
  /** The picture at that time of the film (0 to 1): three numbers of 16 bits per pixel. */
  draw(time: number): Promise<Uint16Array>;
}

export function createFrameDrawer(size: Size): FrameDrawer {
  const terrain = makeTerrain(filmLand, size);
  const polar = polarFrom(size, middle);
  const fog = makeFog(size, polar);
  const density = new Float32Array(size.width * size.height);
  const linear = new Float32Array(density.length * 3);
  const shown = new Uint16Array(linear.length);
  return {
    async draw(time) {
      fog.at(time, density);
      shade(terrain, polar, sceneAt(time), density, linear);
      develop(linear, shown);
      await layOver(shown, Buffer.from(overlayAt(time, size)));
      return shown;
    },
  };
}

/** Lays a picture with transparency over the frame, at the depth of the frame. */
export async function layOver(frame: Uint16Array, svg: Buffer): Promise<void> {
  const overlay = await sharp(svg).ensureAlpha().raw().toBuffer();
  for (let pixel = 0; pixel < overlay.length / 4; pixel++) {
    const cover = (overlay[pixel * 4 + 3] as number) / 255;
    if (cover === 0) continue;
    for (let part = 0; part < 3; part++) {
      const at = pixel * 3 + part;
      const above = (overlay[pixel * 4 + part] as number) * 257;
      frame[at] = (frame[at] as number) * (1 - cover) + above * cover;
    }
  }
}

/** The same picture with 8 bits per colour, for formats that hold no more. */
export function toEightBits(frame: Uint16Array): Buffer {
  return Buffer.from(Uint8Array.from(frame, (value) => Math.round(value / 257)));
}
