// SPDX-License-Identifier: Apache-2.0

/** What tells one game from another; no mark of anybody else. */
import { DoubleSide, type Group, LatheGeometry, type Material, SphereGeometry, Vector2 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { glowing, metal, painted } from './materials.ts';
import { diamond, frame, line, type Place, part, put, rectangle, rod, slab, together } from './shapes.ts';
import type { Tones } from './tones.ts';

/** Supplies under a balloon, for the last on an island. */
export function supplyDrop({ lit, face, deep }: Tones): Group {
  const gores = 12;
  const outline = Array.from({ length: 41 }, (_, step) => {
    const angle = (step / 40) * Math.PI;
    const narrow = angle > 1.9 ? 1 - 0.42 * ((angle - 1.9) / (Math.PI - 1.9)) ** 1.4 : 1;
    return new Vector2(Math.max(0.001, 1.75 * Math.sin(angle) * narrow), 1.8 * Math.cos(angle));
  })
    .slice(0, 37)
    .toReversed();
  const balloon = Array.from({ length: gores }, (_, gore) => {
    const geometry = new LatheGeometry(outline, 12, (gore / gores) * 2 * Math.PI, (2 * Math.PI) / gores);
    const places = geometry.getAttribute('position');
    for (let index = 0; index < places.count; index++) {
      const [x, z] = [places.getX(index), places.getZ(index)];
      const within = ((Math.atan2(x, z) / (2 * Math.PI)) * gores + gores) % 1;
      const swell = 1 + 0.055 * Math.sin(Math.PI * within);
      places.setX(index, x * swell);
      places.setZ(index, z * swell);
    }
    geometry.computeVertexNormals();
    return part(geometry, painted(gore % 2 === 0 ? lit : face, { side: DoubleSide, roughness: 0.5 }), {
      at: [0, 4.3, 0],
    });
  });
  const ropes = [45, 135, 225, 315].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const rope = part(rod(0.03, 1.75), painted(lit), {
      at: [0.62 * Math.cos(angle), 2.05, 0.62 * Math.sin(angle)],
    });
    rope.rotation.set(-0.13 * Math.sin(angle) * -1, 0, 0.13 * Math.cos(angle) * -1);
    return rope;
  });
  return together(...balloon, ...ropes, put(crate({ lit, face, side: face, deep }), { scale: 0.62 }));
}

function crate({ lit, face, deep }: Tones): Group {
  const size = 1.9;
  const edges = [0, 90].flatMap((turn) =>
    [-1, 1].map((way) =>
      put(
        together(
          part(
            frame(rectangle(size + 0.1, size + 0.1), rectangle(size - 0.3, size - 0.3), 0.16, 0.04),
            metal(lit, 0.35),
            {
              at: [0, 0, (way * size) / 2],
            },
          ),
        ),
        { turn: [0, turn, 0] },
      ),
    ),
  );
  const signs = [0, 90].map((turn) =>
    put(
      together(part(slab(diamond(0.8, 0.9), 0.12, 0.03), glowing(lit, 0.9), { at: [0, 0, size / 2 + 0.02] })),
      {
        turn: [0, turn, 0],
      },
    ),
  );
  return put(
    together(
      part(new RoundedBoxGeometry(size, size, size, 4, 0.06), painted(deep)),
      part(slab(rectangle(size + 0.04, 0.24), size + 0.04, 0.02), painted(face), { at: [0, 0, 0] }),
      ...edges,
      ...signs,
    ),
    { at: [0, size / 2, 0] },
  );
}

const fuselage = line(
  [0.001, -3.25],
  [0.16, -3.2],
  [0.42, -1.6],
  [0.52, 0],
  [0.5, 1.8],
  [0.42, 2.6],
  [0.22, 3],
  [0.001, 3.1],
);
const wings = line([-3.6, -0.1], [-3.6, 0.2], [-0.3, 0.95], [0.3, 0.95], [3.6, 0.2], [3.6, -0.1], [0, -0.35]);
const elevators = line([-1.3, -3.1], [-1.3, -2.85], [0, -2.3], [1.3, -2.85], [1.3, -3.1]);
const fin = line([-3.2, 0], [-2.2, 0], [-2.8, 1.1], [-3.3, 1.1]);

/** The plane that crosses an island, its nose to z. */
export function plane({ lit, face, side, deep }: Tones): Group {
  const flat: Place = { turn: [90, 0, 0], at: [0, 0.1, 0] };
  const engines = [-1.9, -0.95, 0.95, 1.9].flatMap((x) => [
    part(new SphereGeometry(0.2, 24, 16), painted(side), { at: [x, 0.02, 0.85] }),
    part(rod(0.17, 0.9), painted(side), { at: [x, 0.02, 0.5], turn: [90, 0, 0] }),
    part(slab(rectangle(0.9, 0.08), 0.04, 0.01), painted(deep), {
      at: [x, 0.02, 1.08],
      turn: [0, 0, x * 70],
    }),
  ]);
  return put(
    together(
      part(new LatheGeometry(fuselage, 40), painted(lit), { turn: [90, 0, 0] }),
      part(slab(wings, 0.12, 0.04), painted(face), flat),
      part(slab(elevators, 0.1, 0.03), painted(face), flat),
      part(slab(fin, 0.12, 0.04), painted(face), { turn: [0, -90, 0] }),
      part(new SphereGeometry(0.36, 24, 16), painted(deep, { roughness: 0.1 }), { at: [0, 0.22, 2.35] }),
      ...engines,
    ),
    { at: [0, 1, 0] },
  );
}

/** A gate with a pennant on each tower. */
export function gate({ lit, face, side, deep }: Tones): Group {
  const stone = painted(face, { roughness: 0.8, clearcoat: 0 });
  const dark = painted(deep, { roughness: 0.9, clearcoat: 0 });
  const tower = (x: number) =>
    together(
      part(rod(0.62, 3.1), stone, { at: [x, 1.55, 0] }),
      part(rod(0.76, 0.3), painted(side), { at: [x, 3.1, 0] }),
      ...Array.from({ length: 8 }, (_, tooth) =>
        part(new RoundedBoxGeometry(0.28, 0.34, 0.2, 2, 0.03), stone, {
          at: [x + 0.66 * Math.sin(tooth * 0.785), 3.4, 0.66 * Math.cos(tooth * 0.785)],
          turn: [0, tooth * 45, 0],
        }),
      ),
      part(rod(0.04, 1.7), metal(lit), { at: [x, 4.1, 0] }),
      part(
        slab([new Vector2(0, 0.34), new Vector2(1.05, 0), new Vector2(0, -0.34)], 0.05, 0.015),
        painted(lit),
        {
          at: [x + 0.04, 4.6, 0],
        },
      ),
      part(slab(rectangle(0.2, 0.55), 0.2, 0.03), glowing(lit, 1.4), { at: [x, 2.1, 0.55] }),
    );
  const opening = Array.from({ length: 13 }, (_, step) => {
    const angle = (step / 12) * Math.PI;
    return new Vector2(0.8 * Math.cos(angle), 1.1 + 0.8 * Math.sin(angle));
  });
  const arch = slab(
    [...line([0.8, 0]), ...opening, ...line([-0.8, 0], [-1.4, 0], [-1.4, 2.5], [1.4, 2.5], [1.4, 0])],
    0.8,
    0.04,
  );
  return together(
    part(arch, stone),
    part(slab(rectangle(1.6, 1.9), 0.1, 0.02), dark, { at: [0, 0.95, -0.3] }),
    ...[-0.5, 0, 0.5].map((x) => part(rod(0.05, 1.9), metal(side), { at: [x, 0.95, -0.1] })),
    ...[-1.1, -0.55, 0, 0.55, 1.1].map((x) =>
      part(new RoundedBoxGeometry(0.32, 0.36, 0.8, 2, 0.03), stone, { at: [x, 2.66, 0] }),
    ),
    tower(-1.75),
    tower(1.75),
  );
}

/** Squad against squad: two times three players, heading for one another along x. */
export function squads({ lit, face, deep }: Tones): Group {
  const shape = [
    new Vector2(0, 1),
    new Vector2(0.75, -0.75),
    new Vector2(0, -0.4),
    new Vector2(-0.75, -0.75),
  ];
  const one = (material: Material, x: number, z: number, turn: number) =>
    put(together(part(slab(shape, 0.42, 0.1), material, { turn: [-90, 0, 0] })), {
      at: [x, 0.35, z],
      turn: [0, turn, 0],
    });
  return together(
    ...[
      [-1.2, 0],
      [-2.8, -1.3],
      [-2.8, 1.3],
    ].flatMap(([x = 0, z = 0]) => [one(painted(lit), x, z, -90), one(painted(face), -x, z, 90)]),
    ...[-1.8, -0.9, 0, 0.9, 1.8].map((z) =>
      part(new RoundedBoxGeometry(0.1, 0.1, 0.5, 2, 0.04), glowing(deep, 0.4), { at: [0, 0.1, z] }),
    ),
  );
}
