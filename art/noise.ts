// SPDX-License-Identifier: Apache-2.0

/** Repeatable randomness: the same seed always draws the same picture. */

/** A source of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Noise = (x: number, y: number) => number;

/** Gradient noise, about -0.7 to 0.7. With a period it repeats after so many units in both directions. */
export function gradientNoise(seed: number, period = 256): Noise {
  const random = randomFrom(seed);
  const order = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let last = 255; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  const directions = Array.from({ length: 256 }, () => random() * 2 * Math.PI);
  const dx = Float32Array.from(directions, Math.cos);
  const dy = Float32Array.from(directions, Math.sin);
  const wrap = (cell: number) => (((cell % period) + period) % period) & 255;
  const corner = (cellX: number, cellY: number, x: number, y: number) => {
    const at = order[((order[wrap(cellX)] as number) + wrap(cellY)) & 255] as number;
    return (dx[at] as number) * x + (dy[at] as number) * y;
  };
  const fade = (share: number) => share * share * share * (share * (share * 6 - 15) + 10);
  return (x, y) => {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const inX = x - cellX;
    const inY = y - cellY;
    const u = fade(inX);
    const top = corner(cellX, cellY, inX, inY) * (1 - u) + corner(cellX + 1, cellY, inX - 1, inY) * u;
    const bottom =
      corner(cellX, cellY + 1, inX, inY - 1) * (1 - u) + corner(cellX + 1, cellY + 1, inX - 1, inY - 1) * u;
    const v = fade(inY);
    return top * (1 - v) + bottom * v;
  };
}

/** Several layers of noise, each twice as fine and half as strong. */
export function layered(noise: Noise, layers: number): Noise {
  return (x, y) => {
    let sum = 0;
    for (let layer = 0, scale = 1; layer < layers; layer++, scale *= 2) {
      sum += noise(x * scale + layer * 17.3, y * scale + layer * 9.1) / scale;
    }
    return sum;
  };
}

/** Like `layered`, for noise with a period of whole units: it keeps repeating. */
export function layeredPeriodic(seed: number, period: number, layers: number): Noise {
  const noises = Array.from({ length: layers }, (_, layer) =>
    gradientNoise(seed + layer * 101, period * 2 ** layer),
  );
  return (x, y) =>
    noises.reduce((sum, noise, layer) => sum + noise(x * 2 ** layer, y * 2 ** layer) / 2 ** layer, 0);
}

export function smoothstep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
