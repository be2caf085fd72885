// SPDX-License-Identifier: Apache-2.0

/**
 * Lights a landscape: the moon from above left, the walls of closing rings, a glow in the middle, and a storm over all
 * that lies outside. Everything round depends on the distance to the middle only, so it is worked out once per
 * distance and looked up for each pixel.
 */
import { smoothstep } from './noise.ts';
import type { Light } from './palette.ts';
import type { Size, Terrain } from './terrain.ts';

export interface Ring {
  /** In units of the picture's height, as all lengths here. */
  radius: number;
  /** The opening: where its middle is and how wide, in radians. */
  gapAt: number;
  gap: number;
  colour: Light;
  strength: number;
}

export interface Scene {
  rings: readonly Ring[];
  /** What glows in the middle. */
  core: { colour: Light; strength: number; reach: number };
  /** Storms that lie over everything further out; where several do, they add up. */
  storms: readonly { from: number; depth: number }[];
  stormColour: Light;
  moon: number;
  /** How bright contour lines are away from any light. */
  lines: number;
  lineColour: Light;
}

/** Distance and direction of each pixel from the middle. */
export interface Polar {
  distance: Float32Array;
  outX: Float32Array;
  outY: Float32Array;
  angle: Float32Array;
}

export function polarFrom({ width, height }: Size, middle: { x: number; y: number }): Polar {
  const count = width * height;
  const polar: Polar = {
    distance: new Float32Array(count),
    outX: new Float32Array(count),
    outY: new Float32Array(count),
    angle: new Float32Array(count),
  };
  for (let pixel = 0; pixel < count; pixel++) {
    const x = (pixel % width) / height - middle.x;
    const y = Math.floor(pixel / width) / height - middle.y;
    const distance = Math.hypot(x, y);
    polar.distance[pixel] = distance;
    polar.outX[pixel] = distance > 0 ? x / distance : 0;
    polar.outY[pixel] = distance > 0 ? y / distance : 0;
    polar.angle[pixel] = Math.atan2(y, x);
  }
  return polar;
}

const bins = 4096;
const farthest = 2.4;
/** Per distance: light from walls further out, from walls and core further in, haze, and storm. */
const columns = 10;

function roundLight({ rings, core, storms }: Scene): Float32Array {
  const table = new Float32Array(bins * columns);
  for (let bin = 0; bin < bins; bin++) {
    const distance = (bin / bins) * farthest;
    const at = bin * columns;
    const coreLight = core.strength * Math.exp(-distance / core.reach);
    for (let part = 0; part < 3; part++) {
      let fromOutside = 0;
      let fromInside = coreLight * (core.colour[part] as number);
      let haze = 0.5 * coreLight * coreLight * (core.colour[part] as number);
      for (const { radius, colour, strength } of rings) {
        const beyond = distance - radius;
        const own = strength * (colour[part] as number);
        const near = own * Math.exp(-Math.abs(beyond) / (beyond < 0 ? 0.034 : 0.026));
        if (beyond < 0) fromOutside += near;
        else fromInside += near;
        haze += beyond > 0 ? 0.42 * own * Math.exp(-beyond / 0.04) : 0.14 * own * Math.exp(beyond / 0.014);
      }
      table[at + part] = fromOutside;
      table[at + 3 + part] = fromInside;
      table[at + 6 + part] = haze;
    }
    const clear = storms.reduce(
      (share, { from, depth }) => share * (1 - depth * smoothstep(0, 0.34, distance - from)),
      1,
    );
    table[at + 9] = 1 - clear;
  }
  return table;
}

const moonlight = { x: -0.58, y: -0.6, z: 0.55 };
/** How high lights stand above the ground: low ones draw longer shadows. */
const wallHeight = 0.42;
/** How much steeper the land is drawn than it is wide. */
const relief = 0.42;

/**
 * Adds the light up.
 * @param fog density of the storm per pixel, 0 to 1
 * @param out three numbers per pixel, linear light
 */
export function shade(
  terrain: Terrain,
  polar: Polar,
  scene: Scene,
  fog: Float32Array,
  out: Float32Array,
): void {
  const table = roundLight(scene);
  const { ground, slopeX, slopeY, lines, land } = terrain;
  const { moon, lines: lineLight, lineColour, stormColour } = scene;
  for (let pixel = 0; pixel < land.length; pixel++) {
    const distance = polar.distance[pixel] as number;
    const at = Math.min(bins - 1, Math.floor((distance / farthest) * bins)) * columns;
    const tiltX = -relief * (slopeX[pixel] as number);
    const tiltY = -relief * (slopeY[pixel] as number);
    const upright = 1 / Math.sqrt(1 + tiltX * tiltX + tiltY * tiltY);
    const outwards = 0.9 * (tiltX * (polar.outX[pixel] as number) + tiltY * (polar.outY[pixel] as number));
    const towardsMoon = (tiltX * moonlight.x + tiltY * moonlight.y + moonlight.z) * upright;
    const moonlit = moon * (0.1 + Math.max(0, towardsMoon));
    const fromOutside = Math.max(0, (wallHeight + outwards) * upright);
    const fromInside = Math.max(0, (wallHeight - outwards) * upright);
    const density = fog[pixel] as number;
    const covered = (table[at + 9] as number) * (0.3 + 0.7 * density);
    const clear = 1 - 0.82 * covered;
    const mirrors = 0.35 + 0.65 * (land[pixel] as number);
    const line = lines[pixel] as number;
    for (let part = 0; part < 3; part++) {
      const lit = fromOutside * (table[at + part] as number) + fromInside * (table[at + 3 + part] as number);
      const wall = (table[at + part] as number) + (table[at + 3 + part] as number);
      const own = ground[pixel * 3 + part] as number;
      const surface = own * (moonlit + 5 * mirrors * lit) + 0.05 * mirrors * lit;
      const drawn = line * (lineLight * (lineColour[part] as number) + 0.55 * wall);
      const haze = (table[at + 6 + part] as number) * (0.12 + 0.85 * density);
      out[pixel * 3 + part] =
        (surface + drawn) * clear +
        haze +
        covered * (0.1 + 0.9 * density * density) * (stormColour[part] as number);
    }
  }
  for (const ring of scene.rings) drawArc(polar, ring, terrain.height, out);
}

/** The wall itself: a thin bright arc, open at its gap. */
function drawArc(
  polar: Polar,
  { radius, gapAt, gap, colour, strength }: Ring,
  height: number,
  out: Float32Array,
) {
  const half = 1.5 / 720;
  const soft = 1 / height;
  for (let pixel = 0; pixel < polar.distance.length; pixel++) {
    const beyond = Math.abs((polar.distance[pixel] as number) - radius);
    if (beyond > 0.02) continue;
    const turn = (polar.angle[pixel] as number) - gapAt;
    const fromGap = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
    const closed = smoothstep(gap / 2 - soft / radius, gap / 2 + soft / radius, fromGap);
    const body = 1 - smoothstep(half - soft / 2, half + soft / 2, beyond);
    const share = closed * strength * (2.6 * body + 0.5 * Math.exp(-beyond / 0.0045));
    for (let part = 0; part < 3; part++) {
      out[pixel * 3 + part] = (out[pixel * 3 + part] as number) + share * (colour[part] as number);
    }
  }
}

/** From light to what a screen shows, 0 to 65,535 per colour: bright parts are bent so that none is cut off. */
export function develop(linear: Float32Array, out: Uint16Array): void {
  for (let index = 0; index < linear.length; index++) {
    out[index] = toneTable[Math.min(toneSteps - 1, (linear[index] as number) * toneScale) | 0] as number;
  }
}

const toneSteps = 2 ** 16;
const toneScale = toneSteps / 4;
const toneTable = Uint16Array.from({ length: toneSteps }, (_, step) => {
  const bent = 1 - Math.exp(-1.15 * (step / toneScale));
  const shown = bent <= 0.0031308 ? bent * 12.92 : 1.055 * bent ** (1 / 2.4) - 0.055;
  return Math.round(shown * 65_535);
});
