// SPDX-License-Identifier: Apache-2.0

/**
 * A landscape seen from straight above. Places are in units of the picture's height, heights in units of the highest
 * peak; the sea is at 0.
 */
import { gradientNoise, layered, mix, smoothstep } from './noise.ts';
import { type Light, light } from './palette.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Landform {
  seed: number;
  /** Where the land rises, in units of the picture's height. */
  islands: readonly { x: number; y: number; radius: number }[];
  /** How fine hills are; 2.4 fits one island in a picture. */
  detail?: number;
  /** Colours from the deep sea to the peaks. */
  colours?: LandColours;
  /** Contour lines between the sea and the highest peak. */
  contours?: number;
}

export interface LandColours {
  sea: string;
  shallows: string;
  shore: string;
  hills: string;
  peaks: string;
}

export const stormLand: LandColours = {
  sea: '#04060c',
  shallows: '#0b1a30',
  shore: '#14222f',
  hills: '#22384a',
  peaks: '#62829a',
};

/** Everything about the landscape that does not move, for each pixel. */
export interface Terrain extends Size {
  /** Own colour under even light, three numbers per pixel. */
  ground: Float32Array;
  /** Slope to the right and downwards. */
  slopeX: Float32Array;
  slopeY: Float32Array;
  /** How much of the pixel is contour line or coast, 0 to 1. */
  lines: Float32Array;
  /** 1 on land, 0 at sea. */
  land: Float32Array;
}

function heightAt({ seed, islands, detail = 2.4 }: Landform): (x: number, y: number) => number {
  const hills = layered(gradientNoise(seed), 6);
  const bends = layered(gradientNoise(seed + 1), 2);
  const ridges = layered(gradientNoise(seed + 2), 5);
  return (x, y) => {
    const bentX = x + 0.1 * bends(x * detail, y * detail);
    const bentY = y + 0.1 * bends(x * detail + 31, y * detail + 7);
    let rise = -1;
    for (const island of islands) {
      const far = Math.hypot(bentX - island.x, bentY - island.y) / island.radius;
      rise = Math.max(rise, 1 - far * far * 1.15);
    }
    const ridge = 1 - Math.abs(ridges(bentX * detail * 1.3, bentY * detail * 1.3)) * 2.4;
    const rough = 0.6 * hills(bentX * detail, bentY * detail) + 0.2 * ridge * Math.max(0, rise);
    return 0.62 * rise + rough - 0.06;
  };
}

function groundColour(colours: LandColours): (height: number) => Light {
  const { sea, shallows, shore, hills, peaks } = colours;
  const steps = [
    { at: -0.4, colour: light(sea) },
    { at: -0.005, colour: light(shallows) },
    { at: 0.005, colour: light(shore) },
    { at: 0.38, colour: light(hills) },
    { at: 0.95, colour: light(peaks) },
  ];
  return (height) => {
    const above = steps.findIndex(({ at }) => height < at);
    const [low, high] = above === 0 ? [steps[0], steps[0]] : [steps.at(above - 1), steps.at(above)];
    if (!low || !high || above === -1) return (steps.at(-1) as (typeof steps)[number]).colour;
    const share = low === high ? 0 : (height - low.at) / (high.at - low.at);
    return low.colour.map((part, index) =>
      mix(part, high.colour[index] as number, share),
    ) as unknown as Light;
  };
}

/** Works out the landscape for a picture of that size. */
export function makeTerrain(landform: Landform, { width, height }: Size): Terrain {
  const at = heightAt(landform);
  const getColour = groundColour(landform.colours ?? stormLand);
  const steps = landform.contours ?? 15;
  const stride = width + 2;
  const heights = new Float32Array(stride * (height + 2));
  for (let row = -1; row <= height; row++) {
    for (let column = -1; column <= width; column++) {
      heights[(row + 1) * stride + column + 1] = at(column / height, row / height);
    }
  }
  const count = width * height;
  const terrain: Terrain = {
    width,
    height,
    ground: new Float32Array(count * 3),
    slopeX: new Float32Array(count),
    slopeY: new Float32Array(count),
    lines: new Float32Array(count),
    land: new Float32Array(count),
  };
  const lineWidth = height / 720;
  for (let row = 0, pixel = 0; row < height; row++) {
    for (let column = 0; column < width; column++, pixel++) {
      const here = (row + 1) * stride + column + 1;
      const value = heights[here] as number;
      const slopeX = ((heights[here + 1] as number) - (heights[here - 1] as number)) / 2;
      const slopeY = ((heights[here + stride] as number) - (heights[here - stride] as number)) / 2;
      const steep = Math.hypot(slopeX, slopeY) || 1e-9;
      const land = smoothstep(-0.5, 0.5, value / steep);
      terrain.ground.set(getColour(value), pixel * 3);
      terrain.slopeX[pixel] = slopeX * height * (0.25 + 0.75 * land);
      terrain.slopeY[pixel] = slopeY * height * (0.25 + 0.75 * land);
      terrain.land[pixel] = land;
      terrain.lines[pixel] = lineShare(value, steep, steps, lineWidth);
    }
  }
  return terrain;
}

/** The coast is drawn strongest, every fifth line stronger than the others, and those at sea hardly. */
function lineShare(value: number, steep: number, steps: number, lineWidth: number): number {
  const step = Math.round(value * steps);
  const pixelsAway = Math.abs(value - step / steps) / steep;
  const strength = step === 0 ? 1 : (step % 5 === 0 ? 0.62 : 0.34) * (value < 0 ? 0.35 : 1);
  // Where lines would touch they blur into one tone.
  const apart = 1 / steps / steep;
  return (
    strength * (1 - smoothstep(0.35 * lineWidth, 1.15 * lineWidth, pixelsAway)) * smoothstep(1.5, 5, apart)
  );
}
