// SPDX-License-Identifier: Apache-2.0

/** The storm's clouds: two layers of noise that drift and turn, and are back where they began after one round. */
import { layeredPeriodic } from '../noise.ts';
import type { Polar } from '../shade.ts';
import type { Size } from '../terrain.ts';
import { flashes, flashStrength } from './timeline.ts';

const tile = 512;

/** One period of noise as a picture, 0 to 1. */
function noiseTile(seed: number, cells: number, layers: number): Float32Array {
  const noise = layeredPeriodic(seed, cells, layers);
  return Float32Array.from({ length: tile * tile }, (_, index) => {
    const value = noise(((index % tile) / tile) * cells, (Math.floor(index / tile) / tile) * cells);
    return Math.min(1, Math.max(0, 0.5 + 0.85 * value));
  });
}

/** `u` and `v` in tiles; between four neighbours. */
function sample(picture: Float32Array, u: number, v: number): number {
  const x = (u - Math.floor(u)) * tile;
  const y = (v - Math.floor(v)) * tile;
  const left = x | 0;
  const top = y | 0;
  const right = (left + 1) & (tile - 1);
  const upper = (top & (tile - 1)) * tile;
  const lower = ((top + 1) & (tile - 1)) * tile;
  const inX = x - left;
  const inY = y - top;
  const above =
    (picture[upper + (left & (tile - 1))] as number) * (1 - inX) + (picture[upper + right] as number) * inX;
  const below =
    (picture[lower + (left & (tile - 1))] as number) * (1 - inX) + (picture[lower + right] as number) * inX;
  return above * (1 - inY) + below * inY;
}

export interface Fog {
  /** Density per pixel at that time, into `out`. */
  at(time: number, out: Float32Array): void;
}

export function makeFog(size: Size, polar: Polar): Fog {
  const turning = noiseTile(11, 4, 4);
  const drifting = noiseTile(23, 3, 5);
  const { width, height } = size;
  return {
    at(time, out) {
      const glows = flashes.map((flash) => ({
        ...flash,
        now: flash.strength * flashStrength(flash.at, time),
      }));
      for (let pixel = 0; pixel < out.length; pixel++) {
        const x = (pixel % width) / height;
        const y = Math.floor(pixel / width) / height;
        const distance = polar.distance[pixel] as number;
        // A tile spans a third of a turn: turned by one tile, all looks as at the beginning.
        const around = ((polar.angle[pixel] as number) / (2 * Math.PI)) * 3;
        const inwards = Math.log(0.08 + distance) * 0.9;
        const swirl = sample(turning, around - time - inwards * 0.55, inwards + time);
        const drift = sample(drifting, x / 1.1 + time, y / 1.1 - time);
        const density = Math.max(0, 1.5 * swirl * (0.35 + drift) - 0.12);
        let glow = 0;
        for (const flash of glows) {
          if (flash.now === 0) continue;
          const far = Math.hypot(x - flash.x, y - flash.y) / flash.reach;
          glow += flash.now * Math.exp(-far * far) * density;
        }
        out[pixel] = Math.min(1.6, density + glow);
      }
    },
  };
}
