// SPDX-License-Identifier: Apache-2.0

/** Forms that the things in things.ts are made of. Lengths are in units of a coin's radius. */
import {
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  type Material,
  Mesh,
  Path,
  PlaneGeometry,
  Shape,
  Vector2,
} from 'three';

export const line = (...points: readonly (readonly [number, number])[]): Vector2[] =>
  points.map(([x, y]) => new Vector2(x, y));

export const octagon = (radius: number): Vector2[] => {
  // Of the coin's glyph: its corners are cut at five eighteenths of its width (marks.ts).
  const cut = (radius * 8) / 18;
  const points: [number, number][] = [
    [-cut, radius],
    [cut, radius],
    [radius, cut],
    [radius, -cut],
    [cut, -radius],
    [-cut, -radius],
    [-radius, -cut],
    [-radius, cut],
  ];
  return points.map(([x, y]) => new Vector2(x, y));
};

/** A plate with the product's cut corners, its middle at 0. */
export function plate(width: number, height: number, cut: number): Vector2[] {
  const [x, y] = [width / 2, height / 2];
  return [
    new Vector2(-x, y),
    new Vector2(x - cut, y),
    new Vector2(x, y - cut),
    new Vector2(x, -y),
    new Vector2(-x + cut, -y),
    new Vector2(-x, -y + cut),
  ];
}

export const rectangle = (width: number, height: number): Vector2[] => plate(width, height, 0);

export const diamond = (width: number, height: number): Vector2[] => [
  new Vector2(0, height / 2),
  new Vector2(width / 2, 0),
  new Vector2(0, -height / 2),
  new Vector2(-width / 2, 0),
];

export const star = (radius: number): Vector2[] =>
  Array.from({ length: 10 }, (_, point) => {
    const angle = Math.PI / 2 + (point * Math.PI) / 5;
    const far = point % 2 === 0 ? radius : radius * 0.48;
    return new Vector2(far * Math.cos(angle), far * Math.sin(angle));
  });

/** Part of a ring, from one angle to the next in radians. */
export function sector(inner: number, outer: number, from: number, to: number): Shape {
  const shape = new Shape();
  shape.absarc(0, 0, outer, from, to, to < from);
  shape.absarc(0, 0, inner, to, from, to >= from);
  return shape;
}

/** A body of that thickness along z, with bevelled edges, in the middle of its thickness. */
export function slab(outline: Shape | readonly Vector2[], depth: number, bevel = 0.03): BufferGeometry {
  const shape = outline instanceof Shape ? outline : new Shape([...outline]);
  const geometry = new ExtrudeGeometry(shape, {
    depth: Math.max(0.001, depth - 2 * bevel),
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelThickness: bevel,
    bevelSegments: bevel > 0.03 ? 2 : 1,
    curveSegments: 16,
  });
  geometry.translate(0, 0, -Math.max(0.001, depth - 2 * bevel) / 2);
  return geometry;
}

/** As `slab`, with a hole of another outline. */
export function frame(
  outer: readonly Vector2[],
  inner: readonly Vector2[],
  depth: number,
  bevel = 0.03,
): BufferGeometry {
  const shape = new Shape([...outer]);
  shape.holes.push(new Path([...inner].toReversed()));
  return slab(shape, depth, bevel);
}

/** A line of points as a band of that thickness, to the left of its direction, along z. */
export function band(points: readonly Vector2[], thickness: number, depth: number): BufferGeometry {
  const along = (from?: Vector2, to?: Vector2) => {
    if (!from || !to) return undefined;
    const way = to.clone().sub(from).normalize();
    return new Vector2(-way.y, way.x);
  };
  const beside = points.map((point, index) => {
    const sides = [along(points[index - 1], point), along(point, points[index + 1])].filter((side) => !!side);
    const middle = sides.reduce((sum, side) => sum.add(side), new Vector2()).normalize();
    return point.clone().addScaledVector(middle, thickness / Math.max(0.4, middle.dot(sides[0] as Vector2)));
  });
  return slab([...points, ...beside.toReversed()], depth, 0.02);
}

export const rod = (radius: number, length: number): BufferGeometry =>
  new CylinderGeometry(radius, radius, length, 20);

/** A cushion of that size, as a sealed bag is; its rim lies flat, and ends in teeth above and below. */
export function cushion(width: number, height: number, thickness: number): BufferGeometry {
  const geometry = new PlaneGeometry(width, height, 56, 64);
  const places = geometry.getAttribute('position');
  for (let index = 0; index < places.count; index++) {
    const [u, v] = [places.getX(index) / (width / 2), places.getY(index) / (height / 2)];
    const inside = Math.max(0, 1 - Math.abs(u) ** 5) * Math.max(0, 1 - Math.min(1, Math.abs(v) / 0.86) ** 4);
    const crimp = Math.abs(v) > 0.86 ? 0.018 * Math.sin(Math.abs(v) * 150) : 0;
    const crease = 0.02 * Math.sin(u * 9 + v * 5) * Math.sin(v * 7 - u * 3) * inside;
    places.setZ(index, (thickness / 2) * inside ** 0.6 + crimp + crease);
    if (Math.abs(v) > 0.999) places.setY(index, places.getY(index) + (index % 2 === 0 ? 0.07 : -0.02) * v);
  }
  geometry.computeVertexNormals();
  return geometry;
}

export interface Place {
  at?: readonly [x: number, y: number, z: number];
  /** In degrees about x, y and z. */
  turn?: readonly [x: number, y: number, z: number];
  scale?: number;
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

export function put<Thing extends Group | Mesh>(
  thing: Thing,
  { at = [0, 0, 0], turn = [0, 0, 0], scale = 1 }: Place,
): Thing {
  thing.position.set(...at);
  thing.rotation.set(toRadians(turn[0]), toRadians(turn[1]), toRadians(turn[2]));
  thing.scale.setScalar(scale);
  return thing;
}

export function part(geometry: BufferGeometry, material: Material, place: Place = {}): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return put(mesh, place);
}

export function together(...parts: readonly (Group | Mesh)[]): Group {
  const group = new Group();
  group.add(...parts);
  return group;
}
