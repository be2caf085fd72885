// SPDX-License-Identifier: Apache-2.0

/** What cards are for, beside coins and chests. */
import { ConeGeometry, type Group, TorusGeometry, Vector2 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { giftCard } from './coins.ts';
import { glowing, metal, painted } from './materials.ts';
import { octagon, part, plate, put, rectangle, slab, star, together } from './shapes.ts';
import type { Tones } from './tones.ts';

export function wallet({ lit, face, side, deep }: Tones): Group {
  const stitch = painted(lit, { roughness: 0.7 });
  const stitches = Array.from({ length: 15 }, (_, place) =>
    part(new RoundedBoxGeometry(0.17, 0.045, 0.05, 2, 0.02), stitch, {
      at: [-1.75 + place * 0.25, 0.3, 0.47],
    }),
  );
  return together(
    put(giftCard({ lit, face: lit, side, deep: face }), { at: [0.3, 2.1, -0.16], turn: [-4, 0, -9] }),
    put(giftCard({ lit, face, side, deep }), { at: [-0.2, 1.9, 0], turn: [-2, 0, 5] }),
    part(new RoundedBoxGeometry(4.3, 2.75, 0.42, 6, 0.16), painted(side, { roughness: 0.6 }), {
      at: [0, 1.4, -0.26],
    }),
    part(new RoundedBoxGeometry(4.3, 2.45, 0.44, 6, 0.16), painted(face, { roughness: 0.55 }), {
      at: [0, 1.24, 0.24],
    }),
    ...stitches,
    part(slab(plate(1.35, 0.95, 0.22), 0.3, 0.08), painted(deep), { at: [1.75, 1.4, 0.4] }),
    part(slab(octagon(0.26), 0.14, 0.04), metal(lit, 0.25), { at: [1.65, 1.4, 0.6] }),
  );
}

function ticketShape(): Vector2[] {
  const [x, y, notch] = [2.2, 1.1, 0.2];
  const bite = (at: number, way: number) =>
    Array.from({ length: 13 }, (_, step) => {
      const angle = (step / 12) * Math.PI;
      return new Vector2(at - way * notch * Math.cos(angle), way * (y - notch * Math.sin(angle)));
    });
  return [
    new Vector2(-x, y),
    ...bite(0.85, 1),
    new Vector2(x - 0.25, y),
    new Vector2(x, y - 0.25),
    new Vector2(x, -y),
    ...bite(0.85, -1),
    new Vector2(-x + 0.25, -y),
    new Vector2(-x, -y + 0.25),
  ];
}

export function ticket({ lit, face, side, deep }: Tones): Group {
  const one = (colour: string) => part(slab(ticketShape(), 0.16, 0.045), painted(colour));
  const steps = [0, 1, 2, 3, 4].map((step) =>
    part(slab(rectangle(0.36, 0.34 + step * 0.3), 0.12, 0.03), painted(step < 3 ? lit : side), {
      at: [-1.75 + step * 0.5, -0.72 + step * 0.15, 0.12],
    }),
  );
  const holes = [-0.66, -0.33, 0, 0.33, 0.66].map((y) =>
    part(slab(rectangle(0.06, 0.18), 0.06, 0.01), painted(deep), { at: [0.85, y, 0.07] }),
  );
  return put(
    together(
      put(together(one(side)), { at: [0.25, 0.1, -0.25], turn: [0, 0, 15] }),
      put(
        together(
          one(face),
          ...steps,
          ...holes,
          part(slab(star(0.52), 0.16, 0.04), metal(lit, 0.25), { at: [1.52, 0, 0.14] }),
        ),
        { turn: [0, 0, -8], at: [0, 0, 0.12] },
      ),
    ),
    { at: [0, 1.7, 0] },
  );
}

export function calendar({ lit, face, side, deep }: Tones): Group {
  const days = Array.from({ length: 12 }, (_, day) =>
    part(slab(plate(0.5, 0.44, 0.1), 0.14, 0.035), day < 7 ? glowing(lit, 0.25) : painted(deep), {
      at: [-0.96 + (day % 4) * 0.64, 0.34 - Math.floor(day / 4) * 0.6, 0.24],
    }),
  );
  const rings = [-0.75, 0.75].map((x) =>
    part(new TorusGeometry(0.3, 0.085, 16, 40), metal(lit, 0.25), { at: [x, 1.5, 0.05], turn: [0, 90, 0] }),
  );
  const arrow = (from: number) =>
    put(
      together(
        part(new TorusGeometry(2.35, 0.1, 16, 80, 2.2), metal(lit, 0.28)),
        part(new ConeGeometry(0.3, 0.55, 4), metal(lit, 0.28), { at: [2.35, -0.18, 0], turn: [180, 0, 0] }),
      ),
      { turn: [0, 0, from] },
    );
  return put(
    together(
      part(slab(plate(3, 3, 0.4), 0.42, 0.08), painted(face)),
      part(slab(plate(3, 0.8, 0.4), 0.1, 0.03), painted(side), { at: [0, 1.1, 0.2] }),
      ...days,
      ...rings,
      arrow(-40),
      arrow(140),
    ),
    { at: [0, 2.45, 0] },
  );
}
