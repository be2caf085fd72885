// SPDX-License-Identifier: Apache-2.0

/** A still picture: a landscape under rings of light, a storm outside, and drawings on top. */
import sharp, { type Sharp } from 'sharp';
import { layOver, toEightBits } from './film/frames.ts';
import { gradientNoise, layered } from './noise.ts';
import { type Light, light, palette } from './palette.ts';
import { develop, polarFrom, type Ring, type Scene, shade } from './shade.ts';
import { type LandColours, type Landform, makeTerrain, type Size } from './terrain.ts';

export interface Landscape {
  land: Landform;
  /** The middle of the rings, in units of the picture's height. */
  middle: { x: number; y: number };
  rings?: readonly Partial<Ring>[];
  /** The light in the middle; none if not said. */
  core?: { colour: string; strength: number; reach: number };
  storm?: { from: number; depth: number; colour: string };
  moon?: number;
  /** Contour lines. */
  lines?: number;
  lineColour?: string;
  /** SVG elements on top, on a canvas of height 720. */
  drawing?: string;
}

const none: Light = [0, 0, 0];
/** The logo opens at its upper left. */
const logoGap = { gapAt: -Math.PI * 0.625, gap: Math.PI / 4 };

/** Another temper of the same land: the shore, hills and peaks take the hue. */
export function colours(shallows: string, shore: string, hills: string, peaks: string): LandColours {
  return { sea: '#04060c', shallows, shore, hills, peaks };
}

export async function renderLandscape(view: Landscape, size: Size): Promise<Sharp> {
  const { land, middle, rings = [], core, storm, moon = 0.9, lines = 0.2 } = view;
  const { lineColour = '#8f8fd8', drawing } = view;
  const scene: Scene = {
    rings: rings.map((ring) => ({
      radius: 0.3,
      strength: 1,
      colour: light(palette.storm),
      ...logoGap,
      ...ring,
    })),
    core: core ? { ...core, colour: light(core.colour) } : { colour: none, strength: 0, reach: 1 },
    storms: storm ? [storm] : [],
    stormColour: storm ? light(storm.colour) : none,
    moon,
    lines,
    lineColour: light(lineColour),
  };
  const linear = new Float32Array(size.width * size.height * 3);
  const shown = new Uint16Array(linear.length);
  shade(makeTerrain(land, size), polarFrom(size, middle), scene, clouds(land.seed, size), linear);
  develop(linear, shown);
  if (drawing) {
    const box = `0 0 ${(720 * size.width) / size.height} 720`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${box}">${drawing}</svg>`;
    await layOver(shown, Buffer.from(svg));
  }
  return sharp(toEightBits(shown), { raw: { ...size, channels: 3 } });
}

function clouds(seed: number, { width, height }: Size): Float32Array {
  const noise = layered(gradientNoise(seed + 9), 5);
  const bend = gradientNoise(seed + 10);
  return Float32Array.from({ length: width * height }, (_, pixel) => {
    const x = (pixel % width) / height;
    const y = Math.floor(pixel / width) / height;
    return Math.max(0, 0.52 + 1.1 * noise(x * 1.6 + bend(x * 2, y * 2), y * 2.6 + bend(y * 2, x * 2)));
  });
}
