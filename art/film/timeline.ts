// SPDX-License-Identifier: Apache-2.0

/** What happens in the film, as functions of the time: 0 is its first frame, 1 its first frame again. */
import { mix, smoothstep } from '../noise.ts';
import { type Light, light, palette } from '../palette.ts';
import type { Ring, Scene } from '../shade.ts';

export const film = { width: 1280, height: 720, framesPerSecond: 24, frames: 288 } as const;
/** The middle of all rings, in units of the picture's height. */
export const middle = { x: 1.235, y: 0.5 };

/** Where a ring rests: outside the picture, and at three places further in. It moves on by one in each round. */
const rests = [1.15, 0.335, 0.215, 0.108];
const goldRadius = 0.108;
const eighth = Math.PI / 4;
/** The logo opens at its upper left. */
const gapOfLogo = -Math.PI / 2 - eighth / 2;

const storm = light(palette.storm);
const soft = light(palette.stormSoft);
const gold = light(palette.gold);
/** Warmer than the gold itself, which would look green on blue ground. */
const ember = light('#ff8f24');

function mixLight(from: Light, to: Light, share: number): Light {
  return from.map((part, index) => mix(part, to[index] as number, share)) as unknown as Light;
}

/** How far the rings have moved towards their next rest. */
export function closing(time: number): number {
  return smoothstep(0.2, 0.86, time);
}

/** Rises to 1 when a ring reaches the innermost and is gone again. */
function arrival(time: number): number {
  return smoothstep(0.66, 0.84, time) * (1 - smoothstep(0.86, 0.99, time));
}

function movingRing(round: number, time: number): Ring {
  const share = closing(time);
  const place = round + share;
  const from = rests[round] as number;
  // In proportion, so that a ring seems to move evenly however far out it is.
  const radius = from * ((rests[round + 1] as number) / from) ** share;
  const colour =
    place < 2
      ? mixLight(storm, soft, smoothstep(1.2, 2, place))
      : mixLight(soft, gold, smoothstep(2.35, 2.9, place));
  const leaves = round === 2 ? 1 - smoothstep(0.84, 0.9, time) : 1;
  return {
    radius,
    gapAt: gapOfLogo + (3 - place) * 1.5 * eighth,
    gap: eighth * (round === 0 ? 1 - 0.4 * share : 0.6),
    colour,
    strength:
      leaves * (place < 1 ? mix(0.5, 1, share) : place < 2 ? mix(1, 0.62, share) : mix(0.62, 1, share)),
  };
}

export function ringsAt(time: number): Ring[] {
  const goldRing: Ring = {
    radius: goldRadius,
    gapAt: gapOfLogo,
    gap: eighth * (1 - 0.8 * arrival(time)),
    colour: gold,
    strength: 0.95 + 0.9 * arrival(time),
  };
  return [movingRing(0, time), movingRing(1, time), movingRing(2, time), goldRing];
}

const stormColour = light('#271e74');
const lineColour = light('#8f8fd8');

/** The storm comes in with the outermost ring and thins out as that one closes further. */
function stormBehind(round: number, time: number): { from: number; depth: number } {
  const place = round + closing(time);
  const depth = place < 1 ? 0.95 : place < 2 ? mix(0.95, 0.3, place - 1) : mix(0.3, 0, place - 2);
  return { from: movingRing(round, time).radius - 0.01, depth };
}

export function sceneAt(time: number): Scene {
  return {
    rings: ringsAt(time),
    core: {
      colour: ember,
      strength: 0.8 + 0.6 * arrival(time) + 0.05 * Math.sin(4 * Math.PI * time),
      reach: 0.055,
    },
    storms: [0, 1, 2].map((round) => stormBehind(round, time)),
    stormColour,
    moon: 0.9,
    lines: 0.2,
    lineColour,
  };
}

/** Two far flashes in a round, slow and faint: nothing here may flicker (WCAG 2.3.1). */
export const flashes = [
  { at: 0.13, x: 0.42, y: 0.2, reach: 0.34, strength: 0.5 },
  { at: 0.58, x: 1.68, y: 0.86, reach: 0.3, strength: 0.42 },
] as const;

export function flashStrength(at: number, time: number): number {
  const since = (((time - at) % 1) + 1) % 1;
  return since < 0.09 ? Math.sin((Math.PI * since) / 0.09) ** 2 : 0;
}
