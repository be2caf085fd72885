// SPDX-License-Identifier: Apache-2.0

import {
  type Group,
  type Mesh,
  MeshPhysicalMaterial,
  OctahedronGeometry,
  PointLight,
  type Vector2,
} from 'three';
import { coin, dice } from './coins.ts';
import { glowing, metal, painted } from './materials.ts';
import {
  band,
  diamond,
  frame,
  line,
  octagon,
  type Place,
  part,
  put,
  rectangle,
  slab,
  together,
} from './shapes.ts';
import type { Tones } from './tones.ts';

/** From a profile in the plane of z and y to a body along x. */
const across: Place['turn'] = [0, -90, 0];

/** An open chest, full of coins, with what it is about above it. */
export function chest({ lit, face, side, deep }: Tones, filling: Tones): Group {
  const [width, depth, height, cut, high] = [4.6, 2.9, 1.8, 0.42, 1.15];
  const wood = painted(face);
  const inner = painted(deep, { roughness: 0.85, clearcoat: 0 });
  const strap = painted(side, { roughness: 0.3, metalness: 0.35 });
  const bright = metal(lit, 0.25);
  /** From the rim in front, under the chest, to the rim behind; and of the lid. */
  const hull = (more: number) => {
    const [z, y] = [depth / 2 + more, -more];
    return line([z, height], [z, cut], [z - cut, y], [cut - z, y], [-z, cut], [-z, height]);
  };
  const roof = (more: number) => {
    const [z, y] = [depth / 2 + more, high + more];
    return line([z, 0], [z, y * 0.5], [z / 2, y], [-z / 2, y], [-z, y * 0.5], [-z, 0]);
  };
  const [left, right] = [-(width - 0.2) / 2, (width - 0.2) / 2];
  const ends = (outline: Vector2[]) =>
    [left, right].map((x) => part(slab(outline, 0.2, 0.05), wood, { turn: across, at: [x, 0, 0] }));
  const straps = [-1.45, 1.45];
  const random = dice(3);
  const model = coin(filling, true);
  const heap = Array.from({ length: 48 }, () => {
    const [x, z] = [(random() - 0.5) * (width - 1.1), (random() - 0.5) * (depth - 1.1)];
    const top = 1.95 - 0.11 * x * x - 0.26 * z * z;
    return put(model.clone(), {
      at: [x, top - random() * 0.35, z],
      turn: [-90 + (random() - 0.5) * 80, (random() - 0.5) * 60, random() * 360],
      scale: 0.46,
    });
  });
  const lid = together(
    part(band(roof(0), 0.2, width - 0.1), wood, { turn: across }),
    part(band(roof(-0.21), 0.02, width - 0.3), inner, { turn: across }),
    ...ends(roof(0)),
    ...straps.map((x) => part(band(roof(0.07), 0.1, 0.46), strap, { turn: across, at: [x, 0, 0] })),
    part(slab(rectangle(width + 0.06, 0.18), 0.14, 0.04), bright, { at: [0, 0.08, depth / 2 + 0.02] }),
    ...[-1, 1].map((way) =>
      part(slab(rectangle(depth + 0.1, 0.18), 0.14, 0.04), bright, {
        at: [(way * (width + 0.02)) / 2, 0.08, 0],
        turn: [0, 90, 0],
      }),
    ),
  );
  const light = new PointLight(filling.face, 42, 7, 1.5);
  light.position.set(0, 3.1, 0.9);
  const group = together(
    part(band(hull(0).toReversed(), 0.2, width - 0.1), wood, { turn: across }),
    ...ends(hull(0)),
    ...straps.map((x) =>
      part(band(hull(0.07).toReversed(), 0.1, 0.46), strap, { turn: across, at: [x, 0, 0] }),
    ),
    part(slab(rectangle(width - 0.3, depth - 0.3), 0.1, 0.02), inner, { at: [0, 0.9, 0], turn: [90, 0, 0] }),
    part(
      frame(rectangle(width + 0.1, depth + 0.1), rectangle(width - 0.4, depth - 0.4), 0.16, 0.04),
      bright,
      {
        at: [0, height - 0.02, 0],
        turn: [90, 0, 0],
      },
    ),
    part(slab(octagon(0.52), 0.2, 0.05), bright, { at: [0, height - 0.55, depth / 2 + 0.06] }),
    part(slab(diamond(0.44, 0.56), 0.14, 0.05), glowing(face, 1.2), {
      at: [0, height - 0.55, depth / 2 + 0.17],
    }),
    ...heap,
    put(together(put(lid, { at: [0, 0, depth / 2] })), { at: [0, height, -depth / 2], turn: [-100, 0, 0] }),
    gem({ lit, face, side, deep }, { at: [0, 3.55, 0.5], turn: [0, 24, 0] }),
  );
  group.add(light);
  return put(group, { at: [0, 0.08, 0] });
}

function gem({ lit, face }: Tones, place: Place): Mesh {
  const geometry = new OctahedronGeometry(0.82);
  geometry.scale(0.78, 1.25, 0.78);
  return part(
    geometry,
    new MeshPhysicalMaterial({
      color: face,
      emissive: face,
      emissiveIntensity: 0.3,
      envMapIntensity: 2.4,
      flatShading: true,
      roughness: 0.1,
      metalness: 0.5,
      clearcoat: 1,
      specularColor: lit,
      iridescence: 0.6,
    }),
    place,
  );
}
