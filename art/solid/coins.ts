// SPDX-License-Identifier: Apache-2.0

/** Coins, and what holds them or is bought with them. */
import {
  CanvasTexture,
  DoubleSide,
  type Group,
  type Material,
  MeshPhysicalMaterial,
  SRGBColorSpace,
} from 'three';
import { gold, metal, painted } from './materials.ts';
import {
  cushion,
  diamond,
  frame,
  octagon,
  part,
  plate,
  put,
  rectangle,
  sector,
  slab,
  together,
} from './shapes.ts';
import type { Tones } from './tones.ts';

/** Numbers from 0 to 1 that are the same each time. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The G of the coin's glyph, on a coin of radius 1. */
function letter(material: Material, depth: number): Group {
  const unit = 1 / 9;
  return together(
    part(slab(sector(3.15 * unit, 4.85 * unit, 0.75, 2 * Math.PI - 0.72), depth, 0.012), material),
    part(slab(rectangle(1.7 * unit, 2.6 * unit), depth, 0.012), material, {
      at: [3 * unit, -1.3 * unit, 0],
    }),
    part(slab(rectangle(3.4 * unit, 1.7 * unit), depth, 0.012), material, { at: [2.15 * unit, 0, 0] }),
  );
}

/** A coin of radius 1 that faces z; ours bears its letter, those of others a diamond. */
export function coin({ lit, face, side, deep }: Tones, isOurs: boolean): Group {
  const thickness = 0.26;
  const sign = isOurs
    ? letter(gold(face), 0.07)
    : together(part(slab(diamond(0.8, 0.8), 0.07, 0.015), gold(lit)));
  const front = together(
    part(slab(octagon(0.8), 0.02, 0), metal(isOurs ? deep : side, 0.55), {
      at: [0, 0, thickness / 2 - 0.04],
    }),
    put(sign, { at: [0, 0, thickness / 2 - 0.01] }),
  );
  // Too low to throw a shadow that anybody sees.
  front.traverse((each) => {
    each.castShadow = false;
  });
  return together(
    part(slab(octagon(0.97), thickness - 0.08, 0.02), gold(side)),
    part(frame(octagon(1), octagon(0.79), thickness, 0.035), gold(face)),
    front,
  );
}

/** A medal that faces z, its face free for a number. */
export function medal({ lit, face, side }: Tones): Group {
  return put(
    together(
      part(slab(octagon(0.98), 0.22, 0.03), gold(side)),
      part(slab(octagon(0.8), 0.06, 0.01), gold(lit), { at: [0, 0, 0.1] }),
      part(frame(octagon(1), octagon(0.76), 0.34, 0.07), gold(face)),
    ),
    { at: [0, 1, 0] },
  );
}

/** Up to three stacks of so many coins, and a coin that leans against them. */
export function coins(tones: Tones, isOurs: boolean, heights: readonly number[]): Group {
  const random = dice(7);
  const model = coin(tones, isOurs);
  const feet = [
    [0.75, -0.5],
    [-1.25, -0.1],
    [0.35, 1.55],
  ] as const;
  const stacks = heights.flatMap((count, stack) =>
    Array.from({ length: count }, (_, level) =>
      put(model.clone(), {
        at: [
          (feet[stack]?.[0] ?? 0) + (random() - 0.5) * 0.12,
          0.13 + level * 0.27,
          (feet[stack]?.[1] ?? 0) + (random() - 0.5) * 0.12,
        ],
        turn: [-90, 0, (random() - 0.5) * 50],
      }),
    ),
  );
  return together(...stacks, put(model.clone(), { at: [2.05, 0.9, 0.75], turn: [-14, 14, 8] }));
}

/** @param draw on a canvas of that many pixels per unit */
function picture(width: number, height: number, draw: (on: CanvasRenderingContext2D) => void): CanvasTexture {
  const density = 360;
  const canvas = document.createElement('canvas');
  canvas.width = width * density;
  canvas.height = height * density;
  const on = canvas.getContext('2d') as CanvasRenderingContext2D;
  on.scale(density, density);
  draw(on);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 16;
  return texture;
}

/** @param words the amount, or nothing where cards that are really on sale stand beside it */
export function giftCard({ lit, face, deep }: Tones, words?: string): Group {
  const [width, height] = [3.4, 2.15];
  const map = picture(width, height, (on) => {
    const ground = on.createLinearGradient(0, 0, width, height);
    ground.addColorStop(0, face);
    ground.addColorStop(1, deep);
    on.fillStyle = ground;
    on.fillRect(0, 0, width, height);
    on.lineCap = 'butt';
    for (const [radius, thick, alpha] of [
      [1.5, 0.34, 0.16],
      [0.82, 0.09, 0.75],
    ] as const) {
      on.globalAlpha = alpha;
      on.strokeStyle = lit;
      on.lineWidth = thick;
      on.beginPath();
      on.arc(width * 0.78, height * 0.46, radius, -2, 2.9);
      on.stroke();
    }
    on.globalAlpha = 1;
    on.fillStyle = '#fff';
    on.save();
    on.translate(width * 0.78, height * 0.46);
    on.rotate(Math.PI / 4);
    on.fillRect(-0.2, -0.2, 0.4, 0.4);
    on.restore();
    if (words) {
      on.font = '800 0.95px Oxanium';
      on.fillText(words, 0.26, height - 0.38);
    } else {
      on.globalAlpha = 0.9;
      on.fillRect(0.3, height - 0.74, 1.05, 0.17);
      on.globalAlpha = 0.55;
      on.fillRect(0.3, height - 0.44, 0.66, 0.12);
    }
  });
  map.repeat.set(1 / width, 1 / height);
  map.offset.set(0.5, 0.5);
  const front = painted('#ffffff', { map, roughness: 0.32, clearcoat: 1, clearcoatRoughness: 0.12 });
  const edge = painted(lit, { roughness: 0.4 });
  return put(
    together(part(slab(plate(width, height, 0.3), 0.09, 0.025), [front, edge] as unknown as Material)),
    {
      at: [0, height / 2, 0],
    },
  );
}

export function pack({ face, side, deep }: Tones, golden: Tones): Group {
  const [width, height] = [2.3, 3.3];
  const map = picture(width, height, (on) => {
    const ground = on.createLinearGradient(0, 0, width, height);
    ground.addColorStop(0, face);
    ground.addColorStop(0.55, side);
    ground.addColorStop(1, deep);
    on.fillStyle = ground;
    on.fillRect(0, 0, width, height);
    on.globalAlpha = 0.3;
    on.fillStyle = '#fff';
    on.beginPath();
    on.moveTo(0, height * 0.62);
    on.lineTo(width, height * 0.28);
    on.lineTo(width, height * 0.4);
    on.lineTo(0, height * 0.74);
    on.fill();
  });
  const foil = new MeshPhysicalMaterial({ map, metalness: 0.75, roughness: 0.3, side: DoubleSide });
  const back = new MeshPhysicalMaterial({ color: side, metalness: 0.75, roughness: 0.3, side: DoubleSide });
  return put(
    together(
      part(cushion(width, height, 0.85), foil),
      part(cushion(width, height, 0.85), back, { turn: [0, 180, 0] }),
      put(coin(golden, true), { at: [0, -0.02, 0.44], scale: 0.74 }),
    ),
    { at: [0, height / 2, 0] },
  );
}
